/* How much a math instruction computes. */
#ifndef KP_SASS_WORK_H
#define KP_SASS_WORK_H

#include "rule/gpus.h"
#include "sass/sass.h"

/* Operations of one instruction, all 32 threads of the warp together; a multiply-add is two. */
struct kp_sass_work {
    enum kp_precision precision; /* KP_PRECISIONS: it is no arithmetic that a peak is quoted for */
    double operations;           /* 0 with a precision: it computes an unknown amount */
};

struct kp_sass_work kp_sass_work(unsigned arch, const struct kp_sass_insn *x);

/* Cycles for which a load or store of shared memory takes its port at least (no bank conflicts): a
 * warp's access of 4 bytes per thread takes one, of 16 bytes four. 0: it does not. */
unsigned kp_sass_shared_cycles(const struct kp_sass_insn *x);

#endif
