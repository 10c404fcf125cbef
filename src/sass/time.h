/* How long a main loop takes, simulated with the figures of timing.ini: good for comparing versions
 * of one kernel, not for milliseconds (docs/dev/time.md). */
#ifndef KP_SASS_TIME_H
#define KP_SASS_TIME_H

#include "rule/timing.h"
#include "sass/walk.h"

/* Cycles of one SM for one iteration of the loop, of one block, with so many blocks on the SM; 0
 * when there is nothing to simulate, or a warp waits at a barrier that others never reach. */
double kp_sass_time(struct kp_arena *a, const struct kp_timing *t, const struct kp_overlap *o,
                    const struct kp_sass_walk *walk, unsigned blocks);

/* Math instructions of the loop's main kind that a block makes in an iteration, the class of which
 * the loop of `like` has most: the number of tiles that an iteration works on is proportional to
 * it. mufu counts only when there is no other. */
double kp_sass_main_math(const struct kp_overlap *o, const struct kp_sass_walk *walk,
                         const struct kp_overlap *like, const struct kp_sass_walk *like_walk);

#endif
