/* Parameters that are written as arrays. */
#include "fn/build.h"
#include "fn/callee.h"

/* A call's argument that is handed on as a pointer. */
static bool is_handed_on(const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_node *function = call->sym ? call->sym->decl : NULL;
    unsigned i = 0;

    if (!function || function->kind != KP_FUNCTION)
        return false;
    kp_each_child(param, function)
    {
        if (param->kind != KP_PARAM)
            break;
        if (kp_argument(call, i++) == arg)
            return param->sym && param->sym->type &&
                   (param->sym->type->kind == KP_TYPE_POINTER ||
                    param->sym->type->kind == KP_TYPE_ARRAY);
    }
    return false;
}

static bool is_value(const struct kp_node *n)
{
    const struct kp_node *up = n->parent;

    switch (up ? up->kind : KP_NONE) {
    case KP_INDEX:
        return up->first == n;
    case KP_BINARY:
        return up->op == KP_OP_ADD || up->op == KP_OP_SUB;
    case KP_UNARY:
        return up->op == KP_OP_DEREF;
    case KP_CAST:
        return !up->is_place && up->type && up->type->kind == KP_TYPE_POINTER;
    case KP_VAR:
        return up->has_init && up->last == n && up->sym && up->sym->type &&
               up->sym->type->kind == KP_TYPE_POINTER;
    case KP_CALL:
        return is_handed_on(up, n);
    default:
        return false;
    }
}

bool kp_fn_only_points(const struct kp_node *function, const struct kp_sym *param)
{
    kp_each_below(n, function)
    {
        if (n->kind == KP_UNKNOWN || (n->kind == KP_REF && n->sym == param && !is_value(n)))
            return false;
    }
    return true;
}
