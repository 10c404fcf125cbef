/* Proofs that copies write different elements. */
#ifndef KP_MODEL_DISTINCT_H
#define KP_MODEL_DISTINCT_H

#include "model/element.h"
#include "model/loops.h"

/* Elements per access along the last index, at most. */
int64_t kp_copy_width(const struct kp_copy *c);
/* True if one thread's copy writes another element in every iteration of the loops around it, and
 * would without its guards.
 * *by_instances as for kp_makes_once(). */
bool kp_copy_is_injective(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c,
                          bool *by_instances);

#endif
