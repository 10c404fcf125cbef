/* The number of arithmetic operations of a math instruction. */
#ifndef KP_SASS_WORK_H
#define KP_SASS_WORK_H

#include "rule/gpus.h"
#include "sass/sass.h"

/* The operations of one instruction for all 32 threads of the warp; a multiply-add is two. */
struct kp_sass_work {
    enum kp_precision precision; /* KP_PRECISIONS: arithmetic without a peak rate in gpus.ini */
    double operations;           /* 0 with a precision: the number is unknown */
};

struct kp_sass_work kp_sass_work(unsigned arch, const struct kp_sass_insn *x);

/* The fewest cycles for which a load or store occupies shared memory's port, without bank
 * conflicts: one for an access of 4 bytes per thread, four for 16 bytes. 0: other instructions. */
unsigned kp_sass_shared_cycles(const struct kp_sass_insn *x);

#endif
