/* Evaluates integer expressions of our tree: constants under the template arguments of one
 * instance, and values during a run, where some variables and the thread's index are known.
 *
 * False means unknown; this includes signed overflow, unsigned operations that wrap, and
 * conversions that change the value. */
#ifndef KP_MODEL_EVAL_H
#define KP_MODEL_EVAL_H

#include "kp.h"

struct kp_func;

/* The value of `n`. `bindings` gives template parameters their values; NULL = none are known. */
bool kp_eval(const struct kp_node *n, const struct kp_launch *bindings, int64_t *out);

/* What a run of the program knows. */
enum { KP_ENV_VARS = 24 };

struct kp_env {
    struct {
        const struct kp_sym *sym;
        int64_t value;
    } vars[KP_ENV_VARS]; /* variables of loops */
    unsigned n;
    /* Optional. If set: a local that only its initialiser sets is replaced by the initialiser, a
     * call of a function that only returns an expression by that expression, threadIdx by `thread`,
     * blockDim by `block`. */
    struct kp_func *f;
    bool has_thread, has_block;
    int64_t thread[3], block[3];      /* x, y, z */
    const struct kp_launch *bindings; /* may be NULL */
};

bool kp_value_in(const struct kp_env *env, const struct kp_node *n, int64_t *out);

/* Makes `var` the i-th and last variable. False when its type cannot represent the value or is
 * dependent. */
bool kp_env_set(struct kp_env *env, unsigned i, const struct kp_sym *var, int64_t v);

/* True if a value of the type certainly can be that number, or the type is not known or no
 * number's.
 */
bool kp_type_holds(const struct kp_type *t, int64_t v);

/* sizeof(t); a template type parameter has the size of the type it is bound to. */
bool kp_eval_type_size(const struct kp_type *t, const struct kp_launch *bindings, int64_t *out);

/* The size of a variable in bytes; dependent array dimensions are evaluated from its declarator.
 * False: unknown. */
bool kp_eval_var_size(const struct kp_sym *var, const struct kp_launch *bindings, int64_t *out);

/* True for the name of a constant or of an argument of the template. */
bool kp_is_constant_name(const struct kp_node *e);

#endif
