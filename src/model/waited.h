/* Asynchronous copies of the user's that are waited for at once. */
#ifndef KP_MODEL_WAITED_H
#define KP_MODEL_WAITED_H

#include "model/loops.h"
#include "rule/rule.h"

/* The part of an asynchronous copy that a call or an asm statement is; kind NONE: none, or of a
 * form that is not known. A call of the program's own function is one when that is all the function
 * does, in all instances that the call may reach: the rule's operands are the call's arguments, and
 * those that a copy goes from and to are the addresses in them, unchanged. */
struct kp_async_rule kp_async_part(struct kp_unit *u, const struct kp_node *n);
/* Goes a value of that type through without losing a bit of an address in shared memory? */
bool kp_holds_address(const struct kp_type *t);
/* The argument of which the call returns the address as a number, in shared memory or as it is, and
 * does nothing else: one of CUDA's, or a function of the program's. NULL: it is another call. */
const struct kp_node *kp_address_as_number(struct kp_unit *u, const struct kp_node *call);
/* The first such part in the node; NULL: none. */
const struct kp_node *kp_find_async(struct kp_unit *u, const struct kp_node *n);
/* Its operand i; NULL: none. */
const struct kp_node *kp_async_operand(const struct kp_node *n, int i);
/* The bytes that it copies, or the groups that it leaves; -1: not constant. */
int64_t kp_async_number(const struct kp_node *n, const struct kp_async_rule *rule);

/* Does the part belong to a sequence of a loop's body, between two of its barriers, in which all
 * copies come first, then their commit, then a wait for all? At the barrier behind it all copies
 * have landed, as stores would have. */
bool kp_is_waited(struct kp_unit *u, const struct kp_node *n);
/* The first copy in `n` of those sequences of this loop's own body; NULL: none. */
const struct kp_node *kp_find_waited_copy(struct kp_unit *u, const struct kp_node *loop,
                                          const struct kp_node *n);

#endif
