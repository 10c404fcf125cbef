/* Who holds the address of an object, and what casts promise of it. */
#include "fn/fn.h"

bool kp_fn_passes_on(const struct kp_value *v)
{
    return v->op != KP_FN_LOAD && v->op != KP_FN_CALL && v->op != KP_FN_RESULT &&
           v->type.kind != KP_FN_BOOL && v->type.kind != KP_FN_FLOAT;
}

const bool *kp_fn_holders(const struct kp_fn *fn, uint32_t object)
{
    bool *holds = kp_new_array(fn->arena, bool, fn->values.n), again = true;

    while (again) {
        again = false;
        for (kp_val id = 1; id < fn->values.n; id++) {
            const struct kp_value *v = &fn->values.v[id];
            bool h = v->op == KP_FN_ADDRESS && v->imm == object;

            if (holds[id] || v->same_as)
                continue;
            for (unsigned i = 0; i < v->n_operands && kp_fn_passes_on(v); i++)
                h = h || holds[kp_fn_operand(fn, v, i)];
            holds[id] = h;
            again = again || h;
        }
    }
    return holds;
}

bool kp_fn_lets_go(const struct kp_fn *fn, const bool *holds, const struct kp_value *v)
{
    bool is_compared = (v->op >= KP_FN_LT && v->op <= KP_FN_MAX) ||
                       (v->op == KP_FN_SUB && v->type.kind != KP_FN_POINTER);
    bool is_given = v->op == KP_FN_CALL || v->op == KP_FN_PURE || v->op == KP_FN_BARRIER ||
                    v->op == KP_FN_UNKNOWN;

    if (v->op == KP_FN_STORE)
        return holds[kp_fn_operand(fn, v, 1)];
    for (unsigned i = 0; i < v->n_operands && (is_compared || is_given); i++)
        if (holds[kp_fn_operand(fn, v, i)] && !(is_given && kp_fn_touches(fn, v, i).mode))
            return true;
    return false;
}

int64_t kp_fn_promised(const struct kp_fn *fn, uint32_t object)
{
    const bool *holds = kp_fn_holders(fn, object);
    int64_t most = 0;

    for (kp_val id = 1; id < fn->values.n; id++)
        if (fn->values.v[id].promised > most && holds[kp_fn_find(fn, id)])
            most = fn->values.v[id].promised;
    return most;
}
