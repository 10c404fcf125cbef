/* What of a macro's invocation is a node's own text. */
#ifndef KP_MODEL_OWN_TEXT_H
#define KP_MODEL_OWN_TEXT_H

#include "model/loops.h"

/* May the node's text stand for it elsewhere, in brackets where it needs them, or be replaced? Not
 * when it is a part of a macro's invocation, or one that makes more than this node. */
bool kp_owns_text(struct kp_unit *u, const struct kp_node *n);
/* Does a macro's invocation have the text as a part of it, or cut it? */
bool kp_is_argument(const struct kp_unit *u, struct kp_span s);
/* Of `*p` the p, without casts between pointers. */
const struct kp_node *kp_address_in(const struct kp_node *deref);
/* May the text of the lvalue's address, or of the argument of __ldg, be used elsewhere? */
bool kp_owns_address(struct kp_unit *u, const struct kp_node *lvalue);
/* May the invocation at an edge of the node's text, or all of it, be taken out of what is
 * beside it? (grip.c) */
bool kp_holds_together(struct kp_unit *u, const struct kp_node *n, struct kp_span use);
/* The macro that has the node as a part of an argument, else the first word of the node's text. */
const char *kp_macro_name(struct kp_unit *u, const struct kp_node *n);
/* `LOAD(v, p)` with `to = *(from);` as its body, a statement of its own: the assignment to a plain
 * local variable, when `value` is its right side. NULL: it is none. */
const struct kp_node *kp_macro_assignment(const struct kp_node *value);
/* What the site reads: its node, without the variable that a macro assigns. */
const struct kp_node *kp_site_value(const struct kp_site *s);

#endif
