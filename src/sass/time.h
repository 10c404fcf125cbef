/* The time of a main loop, simulated with the figures of timing.ini. It serves to compare versions
 * of one kernel, not to predict milliseconds (docs/dev/time.md). */
#ifndef KP_SASS_TIME_H
#define KP_SASS_TIME_H

#include "rule/timing.h"
#include "sass/walk.h"

/* Cycles of one SM for one iteration of the loop by one block, when `blocks` blocks are on the SM.
 * 0 when there is nothing to simulate, or a warp waits at a barrier that others never reach. */
double kp_sass_time(struct kp_arena *a, const struct kp_timing *t, const struct kp_overlap *o,
                    const struct kp_sass_walk *walk, unsigned blocks);

/* The number of math instructions of the main class that a block executes in an iteration; the main
 * class is the most frequent one in the loop of `like` (mufu only if there is no other). It is
 * proportional to the number of tiles per iteration. */
double kp_sass_main_math(const struct kp_overlap *o, const struct kp_sass_walk *walk,
                         const struct kp_overlap *like, const struct kp_sass_walk *like_walk);

#endif
