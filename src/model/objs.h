/* Sets of objects; shared by objs.c and points_to.c. */
#ifndef KP_MODEL_OBJS_H
#define KP_MODEL_OBJS_H

#include "model/func.h"

void kp_objs_add_all(struct kp_func *f, struct kp_objs *to, const struct kp_objs *from);
void kp_objs_add_unknown(struct kp_func *f, struct kp_objs *out);
/* Add the object on which a method is called, or what the pointers in it point to; an unknown
 * object when it has none. */
void kp_call_object_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out);
void kp_behind_call_object(struct kp_func *f, const struct kp_node *call, struct kp_objs *out);
/* True if the variable, parameter or member is declared as a reference. */
bool kp_is_reference(const struct kp_sym *s);
/* True if the record, or a record in it, has a reference member. */
bool kp_holds_references(const struct kp_type *t);
/* True if a value of this type may be or contain a pointer. */
bool kp_may_hold_pointer(const struct kp_type *t);
/* True if the type is, or contains, a pointer or a reference. */
bool kp_holds_pointer(const struct kp_type *t);
/* True if the expression is an eight-byte number that may be any address, or leads to one. A
 * pointer cast to a number does not count, since it still points to the same object. */
bool kp_may_be_an_address(struct kp_func *f, const struct kp_node *e);

#endif
