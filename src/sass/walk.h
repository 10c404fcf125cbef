/* What the warps of a block execute in one iteration of a loop, as far as thread numbers and
 * constants decide it: branches and loops inside are followed (regs.h), guards and addresses looked
 * at. */
#ifndef KP_SASS_WALK_H
#define KP_SASS_WALK_H

#include "sass/overlap.h"
#include "sass/regs.h"

/* One instruction that a warp passes. */
struct kp_sass_passed {
    uint32_t insn;       /* of the kernel */
    uint16_t wavefronts; /* shared memory: how often its banks are asked; 0: not known */
    uint16_t sectors;    /* global memory: of 32 bytes that the warp asks for; 0: not known */
    uint16_t lines;      /* .. and of 128 bytes, which the first-level cache looks up one by one; 0:
                            not known, or it goes past that */
    bool off;            /* its guard holds for no lane */
};

/* Does it load by way of the first-level cache? */
bool kp_sass_asks_cache(const struct kp_sass_insn *x);

struct kp_sass_path {
    KP_VEC(struct kp_sass_passed) list;
};

/* A loop as the warps of a block make it. */
struct kp_sass_walk {
    unsigned warps;
    struct kp_sass_path *path; /* of each warp; empty: it leaves before the loop */
    /* Of the sectors that loads ask for through the first-level cache: the part that no warp of
     * the block has asked for before, in this iteration; and of that what another block asks for,
     * too. */
    double first, shared;
    bool guessed; /* a branch or a loop inside depends on something that is not known: where it is
                     forward it is not taken, and such a loop is passed once */
};

/* `other`: a block that may be on the same SM; NULL: none is known. False where no way from the
 * kernel's entry around the loop was found: each warp then passes each instruction once. */
bool kp_sass_walk(struct kp_arena *a, const struct kp_overlap *o,
                  const struct kp_sass_launch *launch, const struct kp_sass_launch *other,
                  struct kp_sass_walk *out);

#endif
