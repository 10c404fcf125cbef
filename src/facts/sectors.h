/* Global memory moves in sectors of 32 bytes, and the first-level cache looks it up by lines of
 * 128. How many parts of such a size a request of a warp touches. */
#ifndef KP_FACTS_SECTORS_H
#define KP_FACTS_SECTORS_H

#include "facts/lanes.h"

enum { KP_SECTOR = 32, KP_LINE = 128 };

/* True if the unknown parts of the two lanes' addresses are the same. */
bool kp_lanes_same_terms(const struct kp_lanes *v, int a, int b);

/* Calls for the first of each group of lanes in `active` whose unknown parts are the same. Groups
 * are assumed to lie far apart. */
#define kp_each_lane_group(l, v, active)                                                           \
    for (int l = -1; (l = kp_next_lane_group((v), (active), l)) >= 0;)
int kp_next_lane_group(const struct kp_lanes *v, uint32_t active, int after);

/* The parts of `size` bytes, sectors or lines, that the lanes touch with `bytes` each. Nobody knows
 * where the unknown part of a group's addresses points to: the best case counts. */
unsigned kp_parts_touched(const struct kp_lanes *v, uint32_t active, int64_t bytes, int64_t size);

#endif
