/* Asynchronous copies that not every thread makes: what runs in the warps that make them, and what
 * in the others. */
#ifndef KP_SASS_GUARDED_H
#define KP_SASS_GUARDED_H

#include "sass/overlap.h"

/* By position in the loop. */
struct kp_guarded {
    unsigned *around; /* a branch around copies: where a warp that makes none goes on; else 0 */
    bool *zero;       /* a store of zeros in the place of a copy: a warp that copies skips it */
    double bytes;     /* that a thread copies per tile when it makes all copies */
};

void kp_guarded_find(struct kp_arena *a, const struct kp_overlap *o, struct kp_guarded *out);

#endif
