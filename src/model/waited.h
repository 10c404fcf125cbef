/* The user's own asynchronous copies that are waited for immediately. */
#ifndef KP_MODEL_WAITED_H
#define KP_MODEL_WAITED_H

#include "model/loops.h"
#include "rule/rule.h"

/* The part of an asynchronous copy sequence (copy, commit, wait) that a call or asm statement is;
 * kind NONE: no part, or one of unknown form. A call of the program's own function is such a part
 * if, in all instances that the call may reach, the function does nothing else. The rule's operands
 * are then the call's arguments; the addresses of a copy are arguments that the function passes on
 * unchanged. */
struct kp_async_rule kp_async_part(struct kp_unit *u, const struct kp_node *n);
/* True if a value of the type can hold an address in shared memory without losing bits. */
bool kp_holds_address(const struct kp_type *t);
/* For a call that only returns an argument's address as a number (a generic or a shared address),
 * by a function of CUDA or of the program: that argument. NULL for any other call. */
const struct kp_node *kp_address_as_number(struct kp_unit *u, const struct kp_node *call);
/* The first such part in the node; NULL: none. */
const struct kp_node *kp_find_async(struct kp_unit *u, const struct kp_node *n);
/* Operand i of such a part; NULL: none. */
const struct kp_node *kp_async_operand(const struct kp_node *n, int i);
/* The bytes that a copy copies, or the groups that a wait leaves pending; -1: not constant. */
int64_t kp_async_number(const struct kp_node *n, const struct kp_async_rule *rule);

/* True if the part belongs to a sequence between two barriers of a loop's body, in which all copies
 * come first, then their commit, then a wait for all. At the barrier after it, all copies are
 * complete, as stores would be. */
bool kp_is_waited(struct kp_unit *u, const struct kp_node *n);
/* The first copy in `n` of such a sequence of this loop's own body; NULL: none. */
const struct kp_node *kp_find_waited_copy(struct kp_unit *u, const struct kp_node *loop,
                                          const struct kp_node *n);

#endif
