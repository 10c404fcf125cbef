/* Copies of a few bytes regrouped into copies of up to 16, as a change of the source text that
 * is by itself: the passes run over the result as over any file. */
#ifndef KP_WIDEN_WIDEN_H
#define KP_WIDEN_WIDEN_H

#include "kp.h"

/* One per loop of the unit. */
struct kp_widened {
    bool skip;                            /* in: leave the loop as it is */
    bool in_one;                          /* in: both widths in one loop */
    const char *words;                    /* out: what was made of its copies; NULL: nothing */
    bool padded;                          /* out: rows of its tiles became longer */
    struct kp_version version;            /* out: its flag says which width runs */
    KP_VEC(const struct kp_tile *) tiles; /* out: whose copies became wider */
};

/* The input with vector copies beside the copies of its legal K-loops, or in their place, or NULL
 * when there is none to be made. Arena-owned. Needs the model and the legal pass. A text with
 * vectors alone is right only where the flag is true: emission puts the loop's own text beside it.
 */
const char *kp_widen_copies(struct kp_unit *u, struct kp_widened *loops, size_t *size);

/* The output of a unit with the flags of its widened loops true, so that the compiler leaves their
 * copies as written out: for machine code to be looked at, never to be delivered. NULL when nothing
 * became wider. Arena-owned. */
const char *kp_decided_text(const struct kp_unit *u, size_t *size);

#endif
