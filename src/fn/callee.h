/* The parts of a call: its rule, arguments and object. */
#ifndef KP_FN_CALLEE_H
#define KP_FN_CALLEE_H

#include "kp.h"
#include "rule/rule.h"

/* The rule for the callee of a CALL, OPCALL or CONSTRUCT; NULL when there is none. */
const struct kp_call_rule *kp_callee_rule(const struct kp_unit *u, const struct kp_node *call);
/* Argument i of a CALL (method calls: without the object), OPCALL or CONSTRUCT; NULL past the end.
 */
const struct kp_node *kp_argument(const struct kp_node *call, unsigned i);
/* `object(arguments)` in a template, where the class is an instance's: the call's symbol is the
 * object's; or `(*this)(arguments)`, which has none. */
bool kp_is_open_functor_call(const struct kp_node *call);
/* True for object(..), a call of a class's operator(). */
bool kp_is_functor_call(const struct kp_node *call);
/* The object of a method call, or NULL. */
const struct kp_node *kp_call_object(const struct kp_node *call);

#endif
