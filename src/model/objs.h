/* Sets of objects: what objs.c and points_to.c share. */
#ifndef KP_MODEL_OBJS_H
#define KP_MODEL_OBJS_H

#include "model/func.h"

void kp_objs_add_all(struct kp_func *f, struct kp_objs *to, const struct kp_objs *from);
void kp_objs_add_unknown(struct kp_func *f, struct kp_objs *out);
/* The object that a method is called for, and what the pointers in it point to; anything when there
 * is none. */
void kp_call_object_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out);
void kp_behind_call_object(struct kp_func *f, const struct kp_node *call, struct kp_objs *out);
/* Is the variable, parameter or member declared as a reference? */
bool kp_is_reference(const struct kp_sym *s);
/* Has the record, or one in it, a member that is a reference? */
bool kp_holds_references(const struct kp_type *t);
/* Could a value of this type be or hold a pointer? */
bool kp_may_hold_pointer(const struct kp_type *t);
/* Is it a pointer or a reference, or has it one in it? */
bool kp_holds_pointer(const struct kp_type *t);
/* Is it a number of eight bytes that may be an address of anything, or the way to one? A pointer
 * that is cast to a number is not: it points where it did. */
bool kp_may_be_an_address(struct kp_func *f, const struct kp_node *e);

#endif
