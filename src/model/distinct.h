/* Elements that copies write: which are certainly different. */
#ifndef KP_MODEL_DISTINCT_H
#define KP_MODEL_DISTINCT_H

#include "model/element.h"
#include "model/loops.h"

/* Elements per access along the last index. */
int64_t kp_copy_width(const struct kp_copy *c);
const struct kp_copy_loop *kp_copy_loop_at(const struct kp_loop *l, const struct kp_node *n);
/* Does one thread's copy write a new element in every trip of the loops around it? */
bool kp_copy_is_injective(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c);
/* Shown by running them: do all trips of these copies of one tile write different elements, for
 * every thread that a block can have? False: that is not known. */
bool kp_trips_apart(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *const *copies,
                    size_t n);

#endif
