/* Arrays of a thread that cannot live in registers, because an index is known at run time only. It
 * serves to choose between plans; nothing about correctness may depend on it. */
#ifndef KP_FACTS_INDEXED_H
#define KP_FACTS_INDEXED_H

#include "fn/fn.h"

/* The variable through which the loop `node` copies to shared memory, and which it indexes by what
 * is no constant even where loops with constant bounds are unrolled; NULL: none. */
const struct kp_object *kp_copied_through(const struct kp_fn *fn, const struct kp_node *node);

#endif
