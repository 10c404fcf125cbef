/* What a loop's copies compute twice where their loads and stores stand apart, as with staging
 * registers and one buffer. It serves to choose between plans; nothing about correctness may depend
 * on it. */
#ifndef KP_FACTS_TWICE_H
#define KP_FACTS_TWICE_H

#include "fn/fn.h"

/* The issue slots of a thread for divisions by what is no constant, in one iteration of the loop
 * `node`, that find places in shared memory for what it loads from global memory. Inner loops whose
 * trips are not known count once. */
double kp_divided_places(const struct kp_fn *fn, const struct kp_node *node);

#endif
