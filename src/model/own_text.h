/* What of a macro's invocation is a node's own text. */
#ifndef KP_MODEL_OWN_TEXT_H
#define KP_MODEL_OWN_TEXT_H

#include "model/loops.h"

/* May the node's text stand for it elsewhere, or be replaced? Not when it is the invocation of a
 * macro that makes more than this node. */
bool kp_owns_text(const struct kp_node *n);
/* The first word of the node's text. */
const char *kp_macro_name(struct kp_unit *u, const struct kp_node *n);
/* `LOAD(v, p)` with `to = *(from);` as its body, a statement of its own: the assignment to a plain
 * local variable, when `value` is its right side. NULL: it is none. */
const struct kp_node *kp_macro_assignment(const struct kp_node *value);
/* What the site reads: its node, without the variable that a macro assigns. */
const struct kp_node *kp_site_value(const struct kp_site *s);

#endif
