/* Additions to the points-to sets from stores whose left side is more than a name. Each function
 * returns true if a set grew. */
#ifndef KP_MODEL_STORES_H
#define KP_MODEL_STORES_H

#include "model/objs.h"

/* The variable into which an assignment's left side stores a pointer; NULL when it is not a
 * variable of this function. */
const struct kp_sym *kp_stored_into(const struct kp_node *lhs);
bool kp_add_pointee(struct kp_func *f, const struct kp_sym *v, const struct kp_objs *found);
/* Parameter i of the called function or closure; NULL when it is not visible. */
const struct kp_node *kp_parameter(const struct kp_sym *callee, unsigned i);
const struct kp_node *kp_parameter_of(const struct kp_node *call, unsigned i);

/* A store through a pointer or reference, into every local that it may refer to. */
bool kp_learn_indirect(struct kp_func *f, const struct kp_node *lhs, const struct kp_node *value);
/* A store into a member of a union that is not a pointer, after which any pointer may be read
 * there. */
bool kp_learn_union(struct kp_func *f, const struct kp_node *lhs);
/* `p->set(x)`, `set(&holder, x)`: a function stores a pointer, or what may be read as one, into a
 * local. */
bool kp_learn_called(struct kp_func *f, const struct kp_node *call);
/* The numbers that a call of a closure passes to it, where it takes and gives numbers alone. */
bool kp_learn_passed(struct kp_func *f, const struct kp_node *call);
/* Adds what such a closure's result may be the address of, by what is known so far. False: the call
 * is another. */
bool kp_closure_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out);
/* memcpy(&v, ..) and similar functions, which store into a local through its address. */
bool kp_learn_ruled(struct kp_func *f, const struct kp_node *call, const struct kp_call_rule *rule);
/* An operand of assembly: an output that is not a plain variable, or an input that is an address.
 */
bool kp_learn_handed(struct kp_func *f, const struct kp_node *operand, bool is_output);

#endif
