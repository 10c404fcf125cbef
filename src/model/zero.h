/* Constant values. */
#ifndef KP_MODEL_ZERO_H
#define KP_MODEL_ZERO_H

#include "model/loops.h"

/* True if all bits of the value are zero. */
bool kp_is_zero_value(struct kp_func *f, const struct kp_node *e);
/* True for a number, or a zero as above. */
bool kp_is_constant_value(struct kp_func *f, const struct kp_node *e);

#endif
