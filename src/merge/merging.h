/* Private to merge/: one kernel on its way. */
#ifndef KP_MERGE_MERGING_H
#define KP_MERGE_MERGING_H

#include "emit/text.h"
#include "merge/merge.h"
#include "model/func.h"
#include "model/loops.h"
#include "model/names.h"
#include "plan/plan.h"

/* Axes of blockIdx, as a set. */
enum { KP_ALONG_X = 1, KP_ALONG_Y = 2, KP_ALONG_Z = 4, KP_AXES = 3 };

/* The statements that run together, once for each sub-block along some axes. */
struct kp_region {
    const struct kp_node *first, *last; /* siblings, one statement that stands alone, or a VAR of a
                                           declaration whose others run otherwise */
    unsigned along;                     /* axes; never empty */
    bool stores;                        /* to global memory: not for sub-blocks beyond the grid */
};

struct kp_merging {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    int factor[KP_AXES];        /* x, y, z; at least 1 */
    unsigned all;               /* the axes with a factor above 1 */
    const struct kp_node *tail; /* the statement of the body from which on some sub-blocks may have
                                   returned, all of them in one region; NULL: none */
    KP_VEC(const struct kp_node *) early; /* `if (..) return;` in front of all that is done */
    const char *early_text;               /* at the head, which sub-blocks go on */
    unsigned some;                        /* the axes along which not all may */
    uint8_t *varies; /* by symbol id: the axes that a variable's value depends on */
    KP_VEC(struct kp_region) regions;
    struct kp_refusal *why;
    struct kp_patches *patches;
    const char *counter[KP_AXES]; /* of sub-blocks: "kp_x" .. */
    const char *first[KP_AXES];   /* the first sub-block's index: "kp_x0" .. */
    const char *index[KP_AXES];   /* the index of the one at hand: "kp_bx" .. */
    const char *live[KP_AXES];    /* does it go on: "kp_live_x" .. */
    const char *stand[KP_AXES];   /* one that does: "kp_stand_x" .. */
    const char *unit;             /* of indentation */
    const char **renamed;         /* by symbol id: parameters' copies */
    struct kp_names *given;
};

/* 'x' to 'z'. */
static inline int kp_axis_letter(int axis)
{
    return "xyz"[axis];
}

/* depends.c: finds what varies along the axes, and the regions. */
void kp_find_regions(struct kp_merging *m);
/* The axes along which evaluating `n` may give different values, or must be done separately. */
unsigned kp_runs_along(struct kp_merging *m, const struct kp_node *n);
/* Does it store to memory that outlives the block? */
bool kp_stores_results(struct kp_merging *m, const struct kp_node *n);
/* Is it the region at the end of the kernel that sub-blocks may leave early? */
static inline bool kp_is_tail(const struct kp_merging *m, const struct kp_region *r)
{
    return m->tail && r->first == m->tail;
}
/* Is the variable declared in the region and used nowhere else, so that its declaration may stay
 * there? */
bool kp_is_private_of(const struct kp_merging *m, const struct kp_region *r,
                      const struct kp_sym *sym);

/* names.c: may the object that is named there be reached by another name, too? */
bool kp_gets_other_name(const struct kp_node *ref);
/* May a variable lose its const, or does something ask for that? */
bool kp_keeps_const(const struct kp_merging *m, const struct kp_sym *sym);
/* Is every name of a variable with copies one that the tree shows? False after a refusal. */
bool kp_names_are_seen(struct kp_merging *m);
bool kp_owns_its_text(struct kp_merging *m, const struct kp_region *r);

/* atomics.c: do the kernel's atomics, if it has any, end with the same memory in every order of
 * blocks? False after a refusal. */
bool kp_atomics_commute(struct kp_merging *m);

/* leave.c: is there a `return` in it? */
bool kp_has_return(const struct kp_node *n);
/* May the statement of the body begin a tail? Some of the sub-blocks return in it, and
 * nothing behind it is done together. */
bool kp_begins_tail(struct kp_merging *m, const struct kp_node *n);
/* Can every `return` under `n`, in a tail, be written as the end of the sub-block? */
bool kp_returns_can_continue(const struct kp_merging *m, const struct kp_node *n);
/* .. and that. */
void kp_print_returns(struct kp_merging *m, const struct kp_node *n, struct kp_patches *p);

/* early.c: the statements by which whole blocks end before they have done anything. */
void kp_find_early(struct kp_merging *m);
bool kp_is_early(const struct kp_merging *m, const struct kp_node *n);
/* Which of the sub-blocks go on, for the head of the kernel; the statements are taken out. */
void kp_print_early(struct kp_merging *m, const char *in);

/* judge.c: may the kernel's blocks be merged at all? False after a refusal. */
bool kp_may_be_merged(struct kp_merging *m);
/* .. and can what was found be written? */
bool kp_can_be_printed(struct kp_merging *m);
/* Always false. */
bool kp_refuse_merge(struct kp_merging *m, enum kp_code code, const struct kp_node *at,
                     const char *name);

/* "4x8 blocks merged into one", "2x4x8 ..": z, if it is merged, and rows first. */
const char *kp_merge_words(const struct kp_merging *m);

/* picture.c: the merged blocks, and which copy of the loop's tiles each reads. */
const char *kp_merge_picture(const struct kp_merging *m, const struct kp_loop *l);

/* print.c: the patches that merge the kernel's blocks. */
void kp_print_merged(struct kp_merging *m);
/* How often a variable exists: "[4][8]", "[4]" .., and which of these is at hand: "[kp_y][kp_x]".
 */
const char *kp_copies_of(const struct kp_merging *m, unsigned along);

#endif
