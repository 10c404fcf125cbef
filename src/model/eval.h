/* Folds integer constant expressions of our tree, under the template arguments of one instance.
 *
 * False means unknown, also for signed overflow, for an unsigned
 * operation that would wrap, and for a conversion that changes the value. */
#ifndef KP_MODEL_EVAL_H
#define KP_MODEL_EVAL_H

#include "kp.h"

/* The value of `n`. `bindings` gives template parameters their values; NULL = none are known. */
bool kp_eval(const struct kp_node *n, const struct kp_launch *bindings, int64_t *out);

/* `a op b` of operands of these types, as C++ converts them: not && or ||. */
bool kp_eval_operation(enum kp_op op, const struct kp_type *a_type, int64_t a,
                       const struct kp_type *b_type, int64_t b, int64_t *out);

/* sizeof(t); a template type parameter counts with the type it is bound to. */
bool kp_eval_type_size(const struct kp_type *t, const struct kp_launch *bindings, int64_t *out);

/* Bytes of a variable: dependent array dimensions are those written in its declarator. */
bool kp_eval_var_size(const struct kp_sym *var, const struct kp_launch *bindings, int64_t *out);

#endif
