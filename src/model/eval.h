/* Folds integer constant expressions of our tree, under the template arguments of one instance.
 *
 * False means unknown; this includes signed overflow, unsigned operations that wrap, and
 * conversions that change the value. */
#ifndef KP_MODEL_EVAL_H
#define KP_MODEL_EVAL_H

#include "kp.h"

/* The value of `n`. `bindings` gives template parameters their values; NULL = none are known. */
bool kp_eval(const struct kp_node *n, const struct kp_launch *bindings, int64_t *out);

/* The value of `a op b` for operands of these types, converted as in C++; false: unknown. Not for
 * && and ||. */
bool kp_eval_operation(enum kp_op op, const struct kp_type *a_type, int64_t a,
                       const struct kp_type *b_type, int64_t b, int64_t *out);

/* True if a value of the type certainly can be that number, or the type is not known or no
 * number's.
 */
bool kp_type_holds(const struct kp_type *t, int64_t v);

/* sizeof(t); a template type parameter has the size of the type it is bound to. */
bool kp_eval_type_size(const struct kp_type *t, const struct kp_launch *bindings, int64_t *out);

/* The size of a variable in bytes; dependent array dimensions are evaluated from its declarator.
 * False: unknown. */
bool kp_eval_var_size(const struct kp_sym *var, const struct kp_launch *bindings, int64_t *out);

#endif
