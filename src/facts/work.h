/* What a thread does in one iteration of a loop, and what it holds meanwhile, counted from the IR:
 * an estimate, for choosing between plans. The compiler unrolls, merges and reorders; nothing that
 * has to be right may rest on this. */
#ifndef KP_FACTS_WORK_H
#define KP_FACTS_WORK_H

#include "fn/fn.h"

struct kp_work {
    bool is_whole;    /* every loop inside has a number of trips; else all are lower bounds */
    double slots;     /* issue slots */
    double shared;    /* wavefronts of a warp in shared memory */
    double loads;     /* from global memory: how many, .. */
    double bytes;     /* .. and how much */
    double registers; /* held at most, in the function's loop or around it */
};

/* Of the loop that `node` is, in the function or where it was inlined; false: it is not there. */
bool kp_work_of(const struct kp_fn *fn, const struct kp_node *node, struct kp_work *out);

#endif
