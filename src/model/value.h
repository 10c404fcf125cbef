/* Evaluates integer expressions in which some variables are known: loop variables during a run, a
 * thread's index. */
#ifndef KP_MODEL_VALUE_H
#define KP_MODEL_VALUE_H

#include "model/func.h"

enum { KP_ENV_VARS = 24 };

struct kp_env {
    struct {
        const struct kp_sym *sym;
        int64_t value;
    } vars[KP_ENV_VARS];
    unsigned n;
    /* Optional. If set: a local that only its initialiser sets is replaced by the initialiser, a
     * call of a function that only returns an expression by that expression, threadIdx by `thread`,
     * blockDim by `block`. */
    struct kp_func *f;
    bool has_thread, has_block;
    int64_t thread[3], block[3];      /* x, y, z */
    const struct kp_launch *bindings; /* template parameters; may be NULL */
};

/* False when the value is not known. Arithmetic is exact: an expression that wraps around, or in
 * which a conversion changes a number, is not known. */
bool kp_value_in(const struct kp_env *env, const struct kp_node *e, int64_t *out);

/* Makes `var` the i-th and last variable. False when its type cannot represent the value or is
 * dependent. */
bool kp_env_set(struct kp_env *env, unsigned i, const struct kp_sym *var, int64_t v);

#endif
