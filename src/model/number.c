/* Numbers that may be addresses. */
#include "model/eval.h"
#include "model/func.h"
#include "model/objs.h"
#include "model/waited.h"

/* By shifting or multiplying, numbers of less than eight bytes become one of eight. */
static bool is_wide(const struct kp_node *e)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t v;

    if (e->op == KP_OP_SHL)
        return !kp_eval(b, NULL, &v) || v >= 32;
    return e->op == KP_OP_MUL &&
           ((kp_eval(a, NULL, &v) && v > INT32_MAX) || (kp_eval(b, NULL, &v) && v > INT32_MAX));
}

/* A constant, or a number of less than eight bytes. */
static bool is_short(const struct kp_node *e)
{
    int64_t v;

    if (kp_eval(e, NULL, &v))
        return true;
    while (e->kind == KP_CAST && e->first)
        e = e->first;
    return e->type && e->type->kind == KP_TYPE_INT && e->type->size < 8;
}

/* True if the variable is nowhere in `n` but where its value is read, or moved on by a short
 * number. */
static bool is_only_read(const struct kp_node *n, const struct kp_sym *v)
{
    const struct kp_node *p = n->parent;
    unsigned i = 0;

    if (n->kind == KP_REF && n->sym == v) {
        if (p->kind == KP_ASM) {
            for (const struct kp_node *c = p->first; c != n; c = c->next)
                i++;
            return i >= p->asm_outputs;
        }
        return (p->kind == KP_BINARY && p->op != KP_OP_COMMA) ||
               (p->kind == KP_ASSIGN && p->first == n && is_short(kp_child(p, 1)) &&
                (p->op == KP_OP_ADD_ASSIGN || p->op == KP_OP_SUB_ASSIGN)) ||
               (p->kind == KP_CAST && p->type && p->type->kind == KP_TYPE_INT);
    }
    kp_each_child(c, n) if (!is_only_read(c, v)) return false;
    return true;
}

/* What the variable's value is made of; NULL: of more than its initialiser. */
static const struct kp_node *only_value(const struct kp_sym *v)
{
    const struct kp_node *var = v ? v->decl : NULL, *in;

    if (!var || var->kind != KP_VAR || !var->has_init || v->space != KP_SPACE_LOCAL ||
        kp_is_reference(v))
        return NULL;
    in = kp_function_around(var);
    return in && is_only_read(in, v) ? var->last : NULL;
}

bool kp_may_be_an_address(struct kp_func *f, const struct kp_node *e)
{
    const struct kp_call_rule *rule = e->kind == KP_CALL ? kp_callee_rule(f->unit, e) : NULL;
    const struct kp_node *value = e->kind == KP_REF ? only_value(e->sym) : NULL;
    int64_t v;

    if (!e->type || e->type->kind != KP_TYPE_INT || e->type->size < 8 || kp_is_array_lvalue(e) ||
        kp_eval(e, NULL, &v))
        return false;
    if (rule && rule->address_of >= 0 && kp_argument(e, (unsigned)rule->address_of))
        return kp_may_be_an_address(f, kp_argument(e, (unsigned)rule->address_of));
    if (kp_address_as_number(f->unit, e))
        return kp_may_be_an_address(f, kp_address_as_number(f->unit, e));
    if (e->kind == KP_CAST)
        return kp_may_be_an_address(f, e->first);
    if (e->kind == KP_BINARY && e->op != KP_OP_COMMA)
        return is_wide(e) || kp_may_be_an_address(f, e->first) ||
               kp_may_be_an_address(f, kp_child(e, 1));
    return !value || kp_may_be_an_address(f, value);
}
