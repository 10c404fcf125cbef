#include "model/members.h"

#include "fn/callee.h"
#include "front/tree.h"
#include "rule/rule.h"

/* A member that is a variable, and no address. */
static bool is_value(const struct kp_node *n)
{
    const struct kp_type *t = n->sym && n->sym->kind == KP_SYM_FIELD ? n->sym->type : NULL;

    return t && t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_POINTER &&
           t->kind != KP_TYPE_ARRAY && !t->is_volatile;
}

/* A function of CUDA that gets values, and gives one. */
static bool is_pure(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(u, call);

    if (call->kind != KP_CALL || !rule || rule->control || rule->object || rule->is_load ||
        rule->copy_bytes || rule->is_barrier || rule->async.kind || rule->rest)
        return false;
    for (unsigned i = 0; i < KP_RULE_ARGS; i++)
        if (rule->arg[i])
            return false;
    return true;
}

bool kp_reads_members_alone(const struct kp_unit *u, const struct kp_node *method)
{
    const uint64_t may = KP_BIT(KP_COMPOUND) | KP_BIT(KP_RETURN) | KP_BIT(KP_MEMBER) |
                         KP_BIT(KP_THIS) | KP_BIT(KP_BINARY) | KP_BIT(KP_UNARY) | KP_BIT(KP_CAST) |
                         KP_BIT(KP_COND) | KP_BIT(KP_INT_LIT) | KP_BIT(KP_FLOAT_LIT) |
                         KP_BIT(KP_BOOL_LIT) | KP_BIT(KP_CALL) | KP_BIT(KP_REF);
    const struct kp_node *body = method->last;

    if (method->kind != KP_FUNCTION || !method->sym->is_method || method->sym->is_constructor ||
        !body || body->kind != KP_COMPOUND)
        return false;
    kp_each_below(x, body)
    {
        bool is_function = x->kind == KP_REF && x->sym && x->sym->kind == KP_SYM_FUNCTION;

        if (!(KP_BIT(x->kind) & may) || x->is_dependent || (x->kind == KP_MEMBER && !is_value(x)) ||
            (x->kind == KP_THIS && (x->parent->kind != KP_MEMBER || x->parent->first != x)) ||
            (x->kind == KP_UNARY && x->op >= KP_OP_DEREF && x->op <= KP_OP_POSTDEC) ||
            (x->kind == KP_CALL && !is_pure(u, x)) ||
            (x->kind == KP_REF && !is_function && (!x->sym || x->sym->kind != KP_SYM_PARAM)))
            return false;
    }
    return true;
}

bool kp_is_only_method(const struct kp_unit *u, const struct kp_sym *method)
{
    const struct kp_sym *s = kp_as_written(method), *of[] = {method->parent, s->parent};

    if (s->is_template || !of[0] || !of[1])
        return false;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        if (of[i]->base)
            return false;
        kp_each_member(other, u,
                       of[i]) if (other->kind == KP_SYM_FUNCTION && kp_as_written(other) != s &&
                                  (kp_streq(other->name, s->name) ||
                                   kp_starts_with(other->name, "operator "))) return false;
    }
    return true;
}
