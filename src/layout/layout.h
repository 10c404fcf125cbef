/* Layouts: rows of shared arrays made longer where that spares bank conflicts. A change of the
 * source text that stands by itself, like those of merge/: the passes run over the result.
 *
 * The text says the same program but for where the arrays' elements lie: the function IR of both
 * texts is compared value by value, and every access to such an array is computed for all threads
 * and trips in both. See docs/dev/soundness.md ("Layouts"). */
#ifndef KP_LAYOUT_LAYOUT_H
#define KP_LAYOUT_LAYOUT_H

#include "kp.h"

/* What became of the shared arrays of a loop's kernel; one per loop of the unit. */
struct kp_laid_out {
    const char *words;     /* out: "rows of As 16 -> 20 elements, .."; NULL: nothing was changed */
    int64_t before, after; /* out: wavefronts of all its arrays in an iteration */
    struct kp_refusal why; /* out: why an array that has conflicts keeps its rows; code NONE */
};

/* How far it may go. */
enum kp_laying_effort {
    KP_LAYING_ANY,     /* any length of rows that no access forbids */
    KP_LAYING_ALIGNED, /* rows that begin at multiples of 16 bytes go on to */
    KP_LAYING_EFFORTS
};

/* Another text of the unit's file, after the fn pass; NULL when that failed. */
typedef struct kp_unit *kp_parse_text(struct kp_unit *u, const char *text);

/* The input with longer rows, or NULL when nothing is to be gained or known. Arena-owned. Needs
 * the model and the legal pass: only kernels with a K-loop that may be rewritten are looked at. */
const char *kp_lay_out(struct kp_unit *u, enum kp_laying_effort effort, kp_parse_text *parse,
                       struct kp_laid_out *loops, size_t *size);

#endif
