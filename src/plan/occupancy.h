/* How many blocks of a kernel are resident on an SM at the same time, and what limits them. */
#ifndef KP_PLAN_OCCUPANCY_H
#define KP_PLAN_OCCUPANCY_H

#include "kp.h"

static inline int64_t kp_round_up(int64_t n, int64_t step)
{
    return (n + step - 1) / step * step;
}

enum { KP_MOST_REGISTERS = 255 }; /* of a thread */

enum kp_limiter {
    KP_LIMIT_NONE,
    KP_LIMIT_SMEM,
    KP_LIMIT_WARPS,
    KP_LIMIT_BLOCKS,
    KP_LIMIT_REGISTERS
};

struct kp_occupancy {
    int blocks;            /* per SM; 0: the block does not fit */
    enum kp_limiter limit; /* the limiting resource; the first one if several are equal */
};

/* `threads` and `smem` (static and dynamic bytes) are per block, `regs` per thread. 0 means not
 * known; such a value does not limit. */
struct kp_occupancy kp_occupancy(const struct kp_target *t, int threads, int regs, int64_t smem);
int kp_blocks_per_sm(const struct kp_target *t, int threads, int regs, int64_t smem);

/* The cliff: the most shared memory that a block may use while `blocks` of them fit on an SM. 100
 * KB per SM and two blocks give 49 KB, not 50: the driver takes 1 KB of each block's share. */
int64_t kp_cliff(const struct kp_target *t, int blocks);

const char *kp_limit_text(enum kp_limiter limit);

#endif
