/* Private to layout/: one kernel on its way. */
#ifndef KP_LAYOUT_LAYING_H
#define KP_LAYOUT_LAYING_H

#include "emit/text.h"
#include "facts/footprint.h"
#include "layout/layout.h"
#include "model/func.h"
#include "model/refuse.h"

enum { KP_MAX_SHAPES = 8 };

/* A value that touches an array through one operand: `bytes` by each lane, or by a warp together
 * `lines` lines of a matrix that are `leading` units apart; or, with no bytes, a pointer that is
 * cast to what is aligned so. */
struct kp_toucher {
    kp_val value, address;
    unsigned operand;
    int64_t bytes;   /* of a lane, or of a line */
    int64_t aligned; /* what it may ask of the address */
    unsigned lines;  /* 0: no matrix */
    unsigned rows;   /* ldmatrix: lanes with an address; 0: all */
    kp_val leading;
    int64_t unit;
    bool is_sum, by_columns; /* a matrix of sums, stored by its columns */
};

struct kp_laid_array {
    const struct kp_sym *sym;
    uint32_t object;                 /* of the IR */
    int64_t element, row, bytes;     /* of an element, of a row, of all; as they are */
    int64_t more;                    /* bytes that a row becomes longer by; 0: it does not */
    int64_t before, after, per_warp; /* wavefronts of an iteration: of so many warps */
    KP_VEC(struct kp_toucher) at;
};

struct kp_laying {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_fn *fn;
    KP_VEC(struct kp_laid_array) arrays;
    struct kp_block_shape launched[KP_MAX_SHAPES]; /* by the launches in sight */
    size_t n_launched;
    struct kp_refusal *why; /* the first counts */
};

/* Always false. */
bool kp_refuse_layout(struct kp_laying *m, enum kp_code code, const struct kp_node *at,
                      const char *name);
/* The node in the kernel itself where a value comes from. */
const struct kp_node *kp_laying_place(const struct kp_value *v);

/* layout.c: the arrays with rows that the kernel declares. */
void kp_find_arrays(struct kp_laying *m);
/* touchers.c: all that touches the array; false after a refusal: something may see its address. */
bool kp_find_touchers(struct kp_laying *m, struct kp_laid_array *a);
/* The pointer behind casts to the address that assembly takes. */
kp_val kp_pointer_of(const struct kp_fn *fn, kp_val v);
/* gain.c: chooses array->more. False: there is nothing to be gained. */
bool kp_choose_rows(struct kp_laying *m, struct kp_laid_array *a, enum kp_laying_effort effort);
/* same.c: is `fn` what m->fn is with longer rows? False after a refusal. */
bool kp_is_laid_out(struct kp_laying *m, const struct kp_fn *fn, struct kp_laid_array **culprit);
/* print.c: can the change be written? Then its patches. */
bool kp_can_lay_out(struct kp_laying *m, struct kp_laid_array *a);
void kp_print_layout(struct kp_laying *m, struct kp_patches *patches);

#endif
