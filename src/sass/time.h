/* How long a main loop takes, played with the figures of timing.ini: good for comparing versions of
 * one kernel, not for milliseconds (docs/time.md). */
#ifndef KP_SASS_TIME_H
#define KP_SASS_TIME_H

#include "rule/timing.h"
#include "sass/overlap.h"

/* Who is on an SM at the same time. */
struct kp_residents {
    unsigned blocks, threads; /* blocks per SM, threads per block */
    int64_t tile_bytes; /* what a block copies asynchronously per tile; 0: every thread copies */
    bool makes_trips;   /* of the loops inside (trips.h); else each is passed once */
};

/* Cycles of one SM for one iteration of the loop's code, of one block; 0 when there is nothing to
 * play. */
double kp_sass_time(struct kp_arena *a, const struct kp_timing *t, const struct kp_overlap *o,
                    struct kp_residents on);

/* Math instructions of the loop's main kind that an iteration makes, the class of which `like` has
 * most: the number of tiles that an iteration works on is proportional to it. mufu counts only when
 * there is no other. */
unsigned kp_sass_main_math(struct kp_arena *a, const struct kp_overlap *o,
                           const struct kp_overlap *like, bool makes_trips);

#endif
