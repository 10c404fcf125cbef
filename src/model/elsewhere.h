/* Text that is quoted at another place of its function than the one where it stands: in front of a
 * loop, in a copy for another thread, in front of the function itself. It may be if every name in
 * it means the same there: variables, constants, types and macros, and what the macros say. */
#ifndef KP_MODEL_ELSEWHERE_H
#define KP_MODEL_ELSEWHERE_H

#include "kp.h"

/* `span`, a part of what `of` stands for in the text, as it can be said in front of `at`, which is
 * a part of the same function or the function: names of known numbers that mean something else
 * there are numbers. NULL: something else in it means something else there. Arena-owned. */
const char *kp_said_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *of,
                       struct kp_span span);
/* Does the text of `n` mean the same in front of `at`, as it is? */
bool kp_says_same_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *n);
/* What the name means in front of `at`: the declaration in the function, that of a variable or an
 * OTHER_DECL; NULL: what it means outside. */
const struct kp_node *kp_meant_at(struct kp_unit *u, const struct kp_node *at, const char *name);
/* May the statement or declaration be a using-directive, or something that a macro makes? */
bool kp_may_be_directive(struct kp_unit *u, const struct kp_node *n);
/* A number that converts in arithmetic as one of that type does; of no type (NULL), an int. */
const char *kp_number_text(struct kp_arena *a, const struct kp_type *t, int64_t v);

#endif
