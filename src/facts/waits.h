/* Loops that only the stores of other blocks end. */
#ifndef KP_FACTS_WAITS_H
#define KP_FACTS_WAITS_H

#include "fn/fn.h"

/* What may make a block wait for another one: a barrier of the grid or of a cluster, or a loop that
 * ends by what it reads through atomics, volatile accesses or assembly again and again. A plain
 * load may not be such a read: it would race with the store. Nor is an atomic addition of one whose
 * result ends the loop, where nothing in it counts back, since it comes to every number by itself,
 * nor a compare-and-swap whose success ends the loop, made again with the value that it found.
 * NULL: there is none. Only of functions that are not `unknown`. */
const struct kp_node *kp_waits_for_blocks(const struct kp_fn *fn);

#endif
