/* What stores into locals add to the points-to sets, where more than a name is on the left. Each
 * says whether a set grew. */
#ifndef KP_MODEL_STORES_H
#define KP_MODEL_STORES_H

#include "model/objs.h"

/* The variable that an assignment's left side stores a pointer into, NULL when it is none of this
 * function's own. */
const struct kp_sym *kp_stored_into(const struct kp_node *lhs);
bool kp_add_pointee(struct kp_func *f, const struct kp_sym *v, const struct kp_objs *found);
/* Parameter i of the function or closure that is called, NULL when it is not seen. */
const struct kp_node *kp_parameter_of(const struct kp_node *call, unsigned i);

/* A store through a pointer or reference: into every local that it may be. */
bool kp_learn_indirect(struct kp_func *f, const struct kp_node *lhs, const struct kp_node *value);
/* A store into a member of a union, unless it is a pointer: any pointer may be read there. */
bool kp_learn_union(struct kp_func *f, const struct kp_node *lhs);
/* `p->set(x)`, `set(&holder, x)`: a function stores a pointer into a local that it gets at by way
 * of another one. */
bool kp_learn_reached(struct kp_func *f, const struct kp_node *call);
/* memcpy(&v, ..) and similar functions, into a local of which only the address is known. */
bool kp_learn_ruled(struct kp_func *f, const struct kp_node *call, const struct kp_call_rule *rule);
/* An operand of assembly: an output that is no variable by name, an input that is an address. */
bool kp_learn_handed(struct kp_func *f, const struct kp_node *operand, bool is_output);

#endif
