/* What a call is: its rule, its arguments, its object. */
#include "model/loops.h"

/* ns::f(g, ..) is g.f(..): the rule of the class of g, which lies in the same namespace. */
static const struct kp_call_rule *method_rule(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_node *arg = kp_argument(call, 0);
    const struct kp_type *t = arg ? kp_lvalue_type(arg) : NULL;
    const char *qualified = call->sym ? call->sym->qualified : "",
               *name = kp_base_name_of(qualified);
    const char *type;

    if (!t || name == qualified)
        return NULL;
    type = kp_base_name_of(kp_plain_type(u->arena, kp_base_name(t)));
    return kp_rule_call(u->rules, kp_sprintf(u->arena, "%.*s%s::%s", (int)(name - qualified),
                                             qualified, type, name));
}

const struct kp_call_rule *kp_callee_rule(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_sym *s = call->sym;
    const struct kp_call_rule *rule;
    unsigned object = 0; /* arguments that stand for a method's object */

    /* The file's own definition says more than a rule of the same name; of a function that it only
     * declares a project may say it, or kpipe if nobody else may give that name away. */
    if (s && s->decl && !s->from_prelude && s->decl->last && s->decl->last->kind == KP_COMPOUND)
        return NULL;
    rule = !s          ? NULL
           : s->is_own ? kp_rule_own_call(u->rules, s->qualified)
                       : kp_rule_call(u->rules, s->qualified);
    if (!rule && !s && call->name)
        rule = kp_rule_call(u->rules, call->name);
    if (rule && rule->is_like_method) {
        rule = method_rule(u, call);
        object = 1;
    }
    if (rule && rule->zero_args_only && kp_argument(call, object))
        return NULL;
    return rule;
}

const struct kp_node *kp_argument(const struct kp_node *call, unsigned i)
{
    if (call->kind == KP_CONSTRUCT)
        return kp_child(call, i);
    if (call->kind == KP_OPCALL) /* a member operator's object stands first */
        return kp_child(call, i + (kp_call_object(call) ? 1 : 0));
    return kp_child(call, i + 1);
}

const struct kp_node *kp_call_object(const struct kp_node *call)
{
    if (call->kind == KP_OPCALL)
        return call->sym && call->sym->is_method ? call->first : NULL;
    if (call->kind == KP_CALL && call->first && call->first->kind == KP_MEMBER)
        return call->first->first;
    return NULL;
}

static void add_called(struct kp_unit *u, const struct kp_node *n, struct kp_spans *out)
{
    if ((n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT) && n->sym)
        kp_called_texts(u, n->sym, out);
    kp_each_child(c, n) add_called(u, c, out);
}

void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out)
{
    const struct kp_node *decl = function->decl;

    if (!decl || decl->kind != KP_FUNCTION || decl->file != 0)
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].begin == decl->span.begin)
            return;
    kp_push(u->arena, out, decl->span);
    add_called(u, decl, out);
}
