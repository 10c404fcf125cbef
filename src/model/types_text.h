/* Names, types and expressions as text. */
#ifndef KP_MODEL_TYPES_TEXT_H
#define KP_MODEL_TYPES_TEXT_H

#include "kp.h"

/* True if the declaration (a typedef, a using, a class) may declare a name in the text of the type.
 */
bool kp_may_declare(struct kp_unit *u, const struct kp_node *declaration, const char *type);
/* The text of a type for use before and after `at`, a part of a function or the function: as
 * spelled if that names the type there, else its full name; NULL when neither does. */
const char *kp_said_type(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* The text of the type of a local variable or parameter, at its declaration. */
const char *kp_declared_type(struct kp_unit *u, const struct kp_sym *s);
/* The text of a type for use before `at`, without const and volatile. */
const char *kp_type_in_front(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* The name in C++ or CUDA's headers of a type of that size and kind; NULL: none. */
const char *kp_builtin_name(const struct kp_type *t);
/* True if the function or the file may declare something of that name, which hides CUDA's. */
bool kp_is_hidden(const struct kp_unit *u, const struct kp_node *function, const char *name);
/* The same for a function of CUDA. It also counts as hidden when the program's text uses the name
 * for anything but calls, because types, enumerators and members of that name may have no symbol.
 * `name` is a literal: what was found is remembered by its address. */
bool kp_is_hidden_function(struct kp_unit *u, const struct kp_node *function, const char *name);
/* True if the span has a word that CUDA's header for cp.async uses and that must not be a macro. */
bool kp_has_pipeline_word(const char *s, struct kp_span in);
/* Source text of a node, arena-owned. */
const char *kp_node_text(struct kp_unit *u, const struct kp_node *n);
/* True if the text of the expression, whose span excludes the user's parentheses, needs parentheses
 * as an operand of = or ?: or as an argument. */
bool kp_binds_loosely(const struct kp_node *e);
/* The same for an operand of <. */
bool kp_binds_below_less(const struct kp_node *e);

#endif
