/* Code that runs without a node of its own in the tree. */
#ifndef KP_MODEL_HIDDEN_H
#define KP_MODEL_HIDDEN_H

#include "kp.h"

/* May making or ending an object of this type run code that no node stands for: a destructor, of
 * its members too, a member's constructor or initialiser, a base class? */
bool kp_has_hidden_code(struct kp_unit *u, const struct kp_type *t);
/* struct A : B { */
bool kp_has_base(struct kp_unit *u, const struct kp_node *record);
/* Is T{a, b} nothing but its members' values: no constructor, no member with an initialiser or code
 * of its own? */
bool kp_is_made_of_values(struct kp_unit *u, const struct kp_type *t);
/* [x = f()] { .. }: evaluated when the closure is made, and not in the tree. */
bool kp_has_init_capture(struct kp_unit *u, const struct kp_node *lambda);
/* Does the call leave an argument to a default that is more than a name or a literal? */
bool kp_has_busy_default(struct kp_unit *u, const struct kp_node *call);
/* operator float() of a class, where nothing in the text says so: a register of that type would
 * take the conversion that C++ likes best, and that may be another one, or none. */
bool kp_is_lost_conversion(struct kp_unit *u, const struct kp_node *n);

#endif
