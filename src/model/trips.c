/* How often a copy loop runs for one thread, as a constant expression. */
#include "model/eval.h"
#include "model/loops.h"

/* May the expression stand in a constant expression of the function: literals, template parameters,
 * const and constexpr integers that are made of such? */
static bool is_constant_expr(const struct kp_node *e, int depth)
{
    int64_t v;

    if (depth > 20 || e->from_macro)
        return kp_eval(e, NULL, &v);
    switch (e->kind) {
    case KP_INT_LIT:
    case KP_BOOL_LIT:
    case KP_SIZEOF:
        return true;
    case KP_REF:
        if (!e->sym)
            return false;
        if (e->sym->kind == KP_SYM_TVALUE || e->sym->kind == KP_SYM_ENUMERATOR)
            return true;
        return e->sym->kind == KP_SYM_VAR && e->sym->decl && e->sym->decl->has_init && e->sym->type &&
               (e->sym->is_constexpr || e->sym->type->is_const) &&
               (e->sym->type->kind == KP_TYPE_INT || e->sym->is_constexpr) &&
               is_constant_expr(e->sym->decl->last, depth + 1);
    case KP_UNARY:
        return (e->op == KP_OP_PLUS || e->op == KP_OP_MINUS || e->op == KP_OP_NOT) &&
               is_constant_expr(e->first, depth + 1);
    case KP_CAST:
        return e->type && e->type->kind == KP_TYPE_INT && is_constant_expr(e->first, depth + 1);
    case KP_BINARY:
    case KP_COND:
        if (e->op == KP_OP_COMMA)
            return false;
        kp_each_child(c, e) if (!is_constant_expr(c, depth + 1)) return false;
        return true;
    default:
        return false;
    }
}

/* Certainly >= 0: unsigned, or made of indices and sizes that are. */
static bool is_non_negative(struct kp_func *f, const struct kp_node *e, int depth)
{
    int64_t v;

    if (kp_eval(e, NULL, &v))
        return v >= 0;
    if (depth > 20)
        return false;
    switch (e->kind) {
    case KP_MEMBER: /* threadIdx.x and its like */
        return e->first->kind == KP_REF && e->first->sym && e->first->sym->from_prelude;
    case KP_REF:
        if (!e->sym || e->sym->kind != KP_SYM_VAR || !kp_single_definition(f, e->sym))
            return false;
        return is_non_negative(f, e->sym->decl->last, depth + 1);
    case KP_CAST:
        return is_non_negative(f, e->first, depth + 1);
    case KP_BINARY:
        switch (e->op) {
        case KP_OP_AND:
            return is_non_negative(f, e->first, depth + 1) ||
                   is_non_negative(f, kp_child(e, 1), depth + 1);
        case KP_OP_REM:
        case KP_OP_SHR:
            return is_non_negative(f, e->first, depth + 1);
        case KP_OP_ADD:
        case KP_OP_MUL:
        case KP_OP_DIV:
        case KP_OP_SHL:
        case KP_OP_OR:
        case KP_OP_XOR:
            return is_non_negative(f, e->first, depth + 1) &&
                   is_non_negative(f, kp_child(e, 1), depth + 1);
        default:
            return false;
        }
    case KP_COND:
        return is_non_negative(f, kp_child(e, 1), depth + 1) &&
               is_non_negative(f, kp_child(e, 2), depth + 1);
    default:
        return false;
    }
}

void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive)
{
    struct kp_unit *u = f->unit;
    int64_t a = 0, b, step = 1;
    bool constant_start = is_constant_expr(start, 0);
    const char *by_text = by ? kp_node_text(u, by) : "1";

    if (!is_constant_expr(bound, 0) || (by && !is_constant_expr(by, 0)))
        return;
    if (!constant_start && !is_non_negative(f, start, 0))
        return;
    cl->exact = constant_start;
    if (kp_eval(bound, NULL, &b) && (!by || kp_eval(by, NULL, &step)) &&
        (!constant_start || kp_eval(start, NULL, &a))) {
        if (step <= 0)
            return;
        cl->trips = b + inclusive > a ? (b + inclusive - a + step - 1) / step : 0;
        cl->trips_text = kp_sprintf(u->arena, "%lld", (long long)cl->trips);
        return;
    }
    cl->trips_text = kp_sprintf(u->arena, "((%s) - (%s)%s + (%s) - 1) / (%s)", kp_node_text(u, bound),
                                constant_start ? kp_node_text(u, start) : "0", inclusive ? " + 1" : "",
                                by_text, by_text);
}
