/* Private to parts.c and part_kinds.c: a buffer whose parts are told apart. */
#ifndef KP_MODEL_PARTING_H
#define KP_MODEL_PARTING_H

#include "facts/footprint.h"
#include "facts/reach.h"
#include "model/func.h"
#include "model/nature.h"

enum { KP_MAX_PARTS = 16, KP_MAX_PART_USES = 256 };

/* A buffer and the pointers into it. Name 0 is the buffer's own. */
struct kp_parting {
    struct kp_func *f;
    const struct kp_sym *raw;
    const struct kp_sym *name[KP_MAX_PARTS];
    unsigned n;
    unsigned base[KP_MAX_PARTS];  /* by which the pointer was made */
    unsigned group[KP_MAX_PARTS]; /* the first name that touches what this one touches */
    bool is_scratch[KP_MAX_PARTS], is_filled[KP_MAX_PARTS];
    int64_t launched[3]; /* the smallest dimensions at launches in sight; all zero: not known */
    int64_t side;        /* what a size that nothing tells is taken for */
    bool of_tiles;       /* tiles are told apart from each other, and no scratch from them */
};

struct kp_part_use {
    struct kp_footprint footprint;
    struct kp_reach reach; /* where the footprints are not known */
    struct kp_access_at at;
    uint32_t block;
    unsigned name;
    bool reads, writes;
};

struct kp_part_uses {
    enum { KP_BY_FOOTPRINTS, KP_BY_REACHES, KP_BY_NAMES } by;
    struct kp_reaches *reaches;
    struct kp_part_use all[KP_MAX_PART_USES];
    unsigned n;
};

/* The name by which an address was reached: the nearest one. False: there may be several. */
bool kp_part_name(const struct kp_parting *p, const struct kp_fn *fn, kp_val address,
                  unsigned *out);
/* All that touches the buffer; false: something else may, or they are too many. */
bool kp_find_part_uses(const struct kp_parting *p, const struct kp_fn *fn,
                       const struct kp_nature *t, struct kp_part_uses *out);
/* The first name of the group, and one group of two names'. */
unsigned kp_first_name(const struct kp_parting *p, unsigned name);
void kp_join_names(struct kp_parting *p, unsigned a, unsigned b);

/* Marks names by which something is filled, or scratch: by what is stored; by where the group is
 * touched. */
void kp_find_scratch(struct kp_parting *p, const struct kp_fn *fn, const struct kp_nature *t);
void kp_find_scratch_by_place(struct kp_parting *p, const struct kp_fn *fn,
                              const struct kp_part_uses *uses);
/* Whether there is anything to tell apart: scratch, or two tiles (p->of_tiles is set). */
bool kp_may_have_parts(struct kp_parting *p, const struct kp_fn *fn);

#endif
