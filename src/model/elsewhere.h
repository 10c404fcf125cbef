/* Copying text to another place of its function: before a loop, into a copy for another thread, or
 * before the function. This is allowed if every name in it has the same meaning there: variables,
 * constants, types, macros, and the names that macros expand to. */
#ifndef KP_MODEL_ELSEWHERE_H
#define KP_MODEL_ELSEWHERE_H

#include "kp.h"

/* The text of `span`, a part of the node `of`, for the place before `at`, which is in the same
 * function or is the function. Names of known constants with another meaning there are replaced by
 * numbers. NULL when another name has another meaning there. In the arena. */
const char *kp_said_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *of,
                       struct kp_span span);
/* True if the unchanged text of `n` has the same meaning before `at`. */
bool kp_says_same_at(struct kp_unit *u, const struct kp_node *at, const struct kp_node *n);
/* The local declaration (a variable or an OTHER_DECL) that the name denotes before `at`; NULL: it
 * has its meaning from outside the function. */
const struct kp_node *kp_meant_at(struct kp_unit *u, const struct kp_node *at, const char *name);
/* True if the statement or declaration may be a using-directive or come from a macro. */
bool kp_may_be_directive(struct kp_unit *u, const struct kp_node *n);
/* A number as C++ text that has type `t`'s conversions in arithmetic; NULL: an int. */
const char *kp_number_text(struct kp_arena *a, const struct kp_type *t, int64_t v);

#endif
