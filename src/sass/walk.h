/* The instructions that the warps of a block execute in one iteration of a loop, with their guards
 * and addresses, as far as thread indices and constants determine them (regs.h). Branches and inner
 * loops are followed. */
#ifndef KP_SASS_WALK_H
#define KP_SASS_WALK_H

#include "sass/overlap.h"
#include "sass/regs.h"

/* One instruction executed by a warp. */
struct kp_sass_passed {
    uint32_t insn;       /* number in the kernel */
    uint16_t wavefronts; /* shared memory: number of wavefronts; 0: not known */
    uint16_t sectors;    /* global memory: number of 32-byte sectors; 0: not known */
    /* global memory: number of 128-byte lines looked up in the first-level cache; 0: not known, or
     * the access bypasses the cache */
    uint16_t lines;
    uint16_t requests; /* global memory: number of 128-byte lines; 0: not known */
    bool off;          /* its guard is true for no lane */
};

/* True for a load through the first-level cache. */
bool kp_sass_asks_cache(const struct kp_sass_insn *x);

struct kp_sass_path {
    KP_VEC(struct kp_sass_passed) list;
};

/* One iteration of a loop by all warps of a block. */
struct kp_sass_walk {
    unsigned warps;
    struct kp_sass_path *path; /* per warp; empty: it exits before the loop */
    /* The share of the sectors loaded through the first-level cache that no warp of the block has
     * loaded before in this iteration; and the share of these that another block loads, too. */
    double first, shared;
    /* a branch or an inner loop depends on an unknown value: forward branches are then not taken,
     * and such a loop is run once */
    bool guessed;
};

/* `other`: a block that may be on the same SM; NULL: none is known. False when no path from the
 * kernel's entry through the loop was found; each warp then executes each instruction once. */
bool kp_sass_walk(struct kp_arena *a, const struct kp_overlap *o,
                  const struct kp_sass_launch *launch, const struct kp_sass_launch *other,
                  struct kp_sass_walk *out);

#endif
