/* What a call is: its rule, its arguments, its object. */
#include "fn/callee.h"

#include "fn/helper.h"
#include "front/tree.h"

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

/* True if the program declares a function of this name, which a call that waits for its instance
 * may mean. */
static bool is_programs_name(const struct kp_unit *u, const char *name)
{
    kp_each_named(s, u, name) if (s->kind == KP_SYM_FUNCTION && s->is_own) return true;
    return false;
}

/* One of several of the program's functions: helpers, or what the project says of them. */
static const struct kp_call_rule *programs_rule(const struct kp_unit *u, const char *name)
{
    const struct kp_call_rule *helper = kp_helper_rule(u, name);

    return helper ? helper : kp_rule_own_call(u->rules, name);
}

/* The callee by its name, where only an instance resolves it: a plain name that nobody but CUDA
 * has, or any of the program's. */
static const struct kp_call_rule *open_rule(const struct kp_unit *u, const struct kp_node *call)
{
    if (call->name && call->kind == KP_OPCALL)
        return programs_rule(u, call->name);
    if (!call->name || call->kind != KP_CALL || !call->first || call->first->kind != KP_REF ||
        call->first->sym)
        return NULL;
    return is_programs_name(u, call->name) ? programs_rule(u, call->name)
                                           : kp_rule_call(u->rules, call->name);
}

/* A function, and none that the program declares: the prelude's, the compiler's or the C library's.
 */
static bool is_known_callee(const struct kp_sym *s)
{
    return s->kind == KP_SYM_FUNCTION && (s->from_prelude || (!s->is_own && !s->is_device));
}

/* Of a pointer's place, and of an object with pointers in it, such rules do not speak. */
static bool is_of_kind(const struct kp_call_rule *rule, const struct kp_node *call)
{
    const struct kp_node *arg = kp_argument(call, 0);
    const struct kp_type *t = arg ? kp_lvalue_type(arg) : NULL;

    while (t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE))
        t = t->elem;
    return kp_is_number(t) || (rule->of_values && t &&
                               (t->kind == KP_TYPE_POINTER ||
                                (t->kind == KP_TYPE_RECORD && t->decl && t->decl->from_prelude)));
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
    rule = !s                                      ? open_rule(u, call)
           : is_known_callee(s)                    ? kp_rule_call(u->rules, s->qualified)
           : s->is_own && s->kind != KP_SYM_TVALUE ? kp_rule_own_call(u->rules, s->qualified)
                                                   : NULL;
    if (rule && rule->is_like_method) {
        rule = method_rule(u, call);
        object = 1;
    }
    if (rule && rule->zero_args_only && kp_argument(call, object))
        return NULL;
    if (rule && (rule->of_numbers || rule->of_values) && !is_of_kind(rule, call))
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

bool kp_is_open_functor_call(const struct kp_node *call)
{
    const struct kp_node *callee = call->kind == KP_CALL && call->is_dependent ? call->first : NULL;
    const struct kp_sym *s = callee ? callee->sym : NULL;

    if (kp_is_open_object_call(call))
        return call->is_dependent;
    if (!s || call->sym != s || s->is_lambda)
        return false;
    return callee->kind == KP_REF ? s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM
                                  : callee->kind == KP_MEMBER && s->kind == KP_SYM_FIELD;
}

/* object(arguments), where the class of the object has the operator */
bool kp_is_functor_call(const struct kp_node *call)
{
    const struct kp_node *callee = call->kind == KP_CALL ? call->first : NULL;

    return kp_is_open_functor_call(call) ||
           (callee && call->sym && call->sym->is_method &&
            kp_streq(call->sym->name, "operator()") && callee->sym != call->sym);
}

const struct kp_node *kp_call_object(const struct kp_node *call)
{
    if (call->kind == KP_OPCALL)
        return (call->sym ? call->sym->is_method : call->has_object) ? call->first : NULL;
    if (kp_is_functor_call(call))
        return call->first;
    if (call->kind == KP_CALL && call->first && call->first->kind == KP_MEMBER)
        return call->first->first;
    return NULL;
}
