/* Which text in a macro's invocation is a node's own. */
#ifndef KP_MODEL_OWN_TEXT_H
#define KP_MODEL_OWN_TEXT_H

#include "model/loops.h"

/* True if the node's text may be copied elsewhere (with parentheses where needed) or replaced.
 * False when the text is a part of a macro's invocation, or an invocation that makes more than this
 * node. */
bool kp_owns_text(struct kp_unit *u, const struct kp_node *n);
/* The same of a statement's lines, in which pragmas stand in front of loops. */
bool kp_owns_lines(struct kp_unit *u, const struct kp_node *n);
/* True if a macro's invocation contains the text as a part, or overlaps it. */
bool kp_is_argument(const struct kp_unit *u, struct kp_span s);
/* For `*p` the p, without pointer casts. */
const struct kp_node *kp_address_in(const struct kp_node *deref);
/* True if the text of the lvalue's address, or of the argument of __ldg, may be copied elsewhere.
 */
bool kp_owns_address(struct kp_unit *u, const struct kp_node *lvalue);
/* grip.c: true if a macro invocation at an edge of the node's text, or equal to it, can be
 * separated from the text beside it. */
bool kp_holds_together(struct kp_unit *u, const struct kp_node *n, struct kp_span use);
/* The name of the macro with the node in an argument, else the first word of the node's text. */
const char *kp_macro_name(struct kp_unit *u, const struct kp_node *n);
/* If `value` is the right side of an assignment to a plain local variable that a macro statement
 * such as `LOAD(v, p)`, with the body `to = *(from);`, expands to: that assignment. Else NULL. */
const struct kp_node *kp_macro_assignment(const struct kp_node *value);
/* The expression that the site reads: its node, without the variable that a macro assigns. */
const struct kp_node *kp_site_value(const struct kp_site *s);

/* True if the names in the value, a part of statement `from`, mean the same at `n`, behind that in
 * the same block, besides those that loops in `from` declare. */
bool kp_means_the_same(struct kp_unit *u, const struct kp_node *value, const struct kp_node *from,
                       const struct kp_node *n);

#endif
