/* Layouts: makes rows of shared arrays longer, or permutes their columns, where that avoids bank
 * conflicts. Like merge/, it changes the source text first, and the passes then run on the result.
 *
 * The new text is the same program except for the places of the arrays' elements: the function IR
 * of both texts is compared value by value, and every access to such an array is computed in both
 * for all threads and iterations. See docs/dev/soundness.md ("Layouts"). */
#ifndef KP_LAYOUT_LAYOUT_H
#define KP_LAYOUT_LAYOUT_H

#include "kp.h"

/* The result for the kernel of a loop; one per loop of the unit. */
struct kp_laid_out {
    const char *words;     /* out: "rows of As 16 -> 20 elements, .."; NULL: nothing was changed */
    int64_t before, after; /* out: wavefronts per iteration of all its arrays */
    /* out: why an array with bank conflicts keeps its rows; code NONE: none does */
    struct kp_refusal why;
    bool wants_clone; /* out: only launches that the file does not show stand in the way */
};

/* Which row lengths are allowed. */
enum kp_laying_effort {
    KP_LAYING_ANY,     /* any length that the accesses allow */
    KP_LAYING_ALIGNED, /* rows that begin at multiples of 16 bytes still do */
    KP_LAYING_EFFORTS
};

/* A part of 1 / KP_LAYING_WORTH of all wavefronts, at least, is worth a change of the text. */
enum { KP_LAYING_WORTH = 8 };

/* What bank conflicts in an array cost in the K-loops of a kernel, in wavefronts per iteration of
 * `warps` warps. */
struct kp_conflict {
    const struct kp_sym *array;
    int64_t wavefronts, ideal, warps;
    const struct kp_node *worst; /* the access that loses most; NULL: none does */
    bool is_store;
};

struct kp_conflicts {
    KP_VEC(struct kp_conflict) v;
};

/* Counts the accesses to all shared arrays that the kernel declares, as kp_lay_out() does; false
 * when one of them is not known. Runs after the legal pass. */
bool kp_find_conflicts(struct kp_unit *u, struct kp_func *f, struct kp_conflicts *out);

/* What --layout auto makes of an array's rows. */
enum kp_rows_help {
    KP_ROWS_UNKNOWN,    /* nothing: the kernel has no loop for it */
    KP_ROWS_HELP,       /* others, which save enough */
    KP_ROWS_MAY_HELP,   /* nothing: something stands in the way, and it says what */
    KP_ROWS_DO_NOT_HELP /* nothing: no others save enough, as it says */
};
enum kp_rows_help kp_rows_help(struct kp_unit *u, struct kp_func *f, const struct kp_sym *array);

/* The input with other rows, or NULL when that gains nothing or cannot be proven. In the arena.
 * Runs after the legal pass, because only kernels with a K-loop that may be rewritten are changed.
 * The templates whose text is the same program for the instances in sight alone are added to
 * `of_instances`. */
const char *kp_lay_out(struct kp_unit *u, enum kp_laying_effort effort, struct kp_laid_out *loops,
                       struct kp_texts *of_instances, size_t *size);

#endif
