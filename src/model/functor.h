/* Calls of objects whose class is a parameter of the kernel's template. */
#ifndef KP_MODEL_FUNCTOR_H
#define KP_MODEL_FUNCTOR_H

#include "model/func.h"

/* `op(a, b)` or `op.name(a, b)`, where `op` is a variable of the kernel whose class only an
 * instance knows: what the call does, if in every instance it is a const method of the program's
 * that makes a value of its arguments and of numbers in its object, and does nothing else; that
 * object is read. NULL: anything else. The output asserts that the class is one of those in sight.
 */
const struct kp_call_rule *kp_functor_rule(struct kp_func *f, const struct kp_node *call);
/* `op`, by the text alone; NULL: the call has neither form. */
const struct kp_node *kp_functor_object(const struct kp_node *call);
/* True if it is known already that the call is such a one. */
bool kp_is_functor_helper(const struct kp_unit *u, const struct kp_node *call);

#endif
