/* Addresses that go into calls, assembly and results. */
#include "model/func.h"
#include "model/functor.h"
#include "model/mentions.h"
#include "model/objs.h"
#include "model/stores.h"
#include "model/tracer.h"

enum { MAX_CALLS = 12 };

const struct kp_node *kp_body_owner(const struct kp_sym *callee)
{
    const struct kp_node *decl = callee ? callee->decl : NULL;

    if (decl && callee->is_lambda && decl->kind == KP_VAR && decl->has_init)
        decl = decl->last;
    return decl && decl->last && decl->last->kind == KP_COMPOUND ? decl : NULL;
}

static bool find_returned(const struct tracer *t, const struct kp_node *owner, enum value *v)
{
    for (size_t i = 0; i < t->returning.n; i++)
        if (t->returning.v[i] == owner) {
            *v = t->returned.v[i];
            return true;
        }
    return false;
}

/* The parameter of the callee (NULL: the object of a method) gets the value; what the callee
 * returns of it is the call's value. */
static void enter(struct tracer *t, const struct kp_node *call, const struct kp_sym *callee,
                  const struct kp_sym *param, enum value v)
{
    const struct kp_node *owner = kp_body_owner(callee), *scope = t->scope;
    enum value returned;

    if (!owner || t->calls >= MAX_CALLS) {
        kp_tracer_lose(t, call);
        return;
    }
    t->calls++;
    t->scope = owner;
    if (!param) {
        if (!kp_tracer_is_seen(t, callee))
            kp_each_below(x, owner) if (x->kind == KP_THIS) kp_tracer_follow(t, x, POINTER);
    } else if (!kp_tracer_is_seen(t, param))
        kp_tracer_follow_mentions(t, owner, param, v);
    t->scope = scope;
    t->calls--;
    if (find_returned(t, owner, &returned))
        kp_tracer_follow(t, call, returned);
}

/* The function around, if its instances say what the node is in them. A template that declares the
 * object is for the instances in sight as a kernel is: the loop that uses the object is its own. */
static struct kp_func *settled_in(struct tracer *t, const struct kp_node *n)
{
    const struct kp_node *in = kp_function_around(n);

    return in && in->sym &&
                   (in->sym->is_kernel || !in->sym->is_template ||
                    in == kp_function_around(t->object->decl))
               ? kp_func_get(t->u, in->sym, false)
               : NULL;
}

enum kp_kind kp_tracer_kind(struct tracer *t, const struct kp_node *n)
{
    struct kp_func *f = n->is_plain ? settled_in(t, n) : NULL;

    return f ? kp_kind_in(f, n) : n->kind;
}

/* The functions that the call may reach: a kernel's template is for the instances in sight, and
 * what hangs on no instance is the same in all of them. */
static void find_callees(struct tracer *t, const struct kp_node *call, struct kp_callees *out)
{
    struct kp_func *f =
        call->is_dependent || (call->sym && call->sym->is_template) ? settled_in(t, call) : NULL;

    if (f)
        kp_callees_of(f, call, out);
    else if (call->sym && !kp_is_open_functor_call(call))
        kp_push(t->u->arena, &out->list, call->sym);
}

/* The object of a method gets the address of a place. */
static void enter_object(struct tracer *t, const struct kp_node *call)
{
    struct kp_callees callees = {0};

    find_callees(t, call, &callees);
    for (size_t i = 0; i < callees.list.n; i++)
        enter(t, call, callees.list.v[i], NULL, POINTER);
    if (!callees.list.n)
        kp_tracer_lose(t, call);
}

/* What a rule says of an argument, or of the object (KP_RULE_OBJECT). */
static void by_rule(struct tracer *t, const struct kp_node *call, const struct kp_call_rule *rule,
                    unsigned i, enum value v)
{
    unsigned mode = i == KP_RULE_OBJECT ? rule->object
                    : i < KP_RULE_ARGS  ? rule->arg[i]
                                        : rule->rest;

    if (rule->address_of == (int)i)
        kp_tracer_follow(t, call, kp_is_pointer(call->type) ? POINTER : NUMBER);
    else if (v != PLACE && !mode && !(rule->is_load && i == 0))
        kp_tracer_lose(
            t, call); /* an address as a number among others: max(a, b), __shfl_sync(.., a, ..) */
}

/* Parameter `i` of the callee gets the argument. */
static void pass_to(struct tracer *t, const struct kp_node *call, const struct kp_sym *callee,
                    unsigned i, const struct kp_node *arg, enum value v)
{
    const struct kp_node *p = kp_parameter(callee, i);
    const struct kp_type *to = p ? p->sym->type : NULL;

    if (v == PLACE && to && to->kind != KP_TYPE_REFERENCE && kp_is_array_lvalue(arg))
        v = POINTER; /* it decays */
    if (!p || !to)
        kp_tracer_lose(t, arg);
    else if (to->kind == KP_TYPE_REFERENCE && v == PLACE)
        enter(t, call, callee, p->sym, PLACE);
    else if (to->kind == KP_TYPE_REFERENCE || (to->kind == KP_TYPE_DEPENDENT && v != PLACE))
        kp_tracer_lose(t, arg);
    else if (v != PLACE)
        enter(t, call, callee, p->sym, v);
}

static void pass(struct tracer *t, const struct kp_node *call, unsigned i,
                 const struct kp_node *arg, enum value v)
{
    const struct kp_call_rule *rule = kp_callee_rule(t->u, call);
    struct kp_callees callees = {0};

    if (rule) {
        by_rule(t, call, rule, i, v);
        return;
    }
    if (v == PLACE && ((call->sym && call->sym->from_prelude) || kp_is_functor_helper(t->u, call)))
        return; /* these keep no address of what they are handed */
    find_callees(t, call, &callees);
    for (size_t k = 0; k < callees.list.n; k++)
        pass_to(t, call, callees.list.v[k], i, arg, v);
    if (!callees.list.n)
        kp_tracer_lose(t, arg);
}

/* True if the values that an object of this type is made of certainly stay values in it. */
bool kp_keeps_values(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT || t->kind == KP_TYPE_OTHER)
        return false;
    return t->kind != KP_TYPE_RECORD || (t->decl && !kp_holds_references(t));
}

bool kp_tracer_made(struct tracer *t, const struct kp_node *made, const struct kp_node *of,
                    enum value v)
{
    struct kp_func *f = made->is_dependent && !made->sym ? settled_in(t, made) : NULL;
    struct kp_nodes in = {0};
    unsigned i = 0;

    if (f)
        kp_made_in_instances(f, made, &in);
    while (kp_child(made, i) && kp_child(made, i) != of)
        i++;
    for (size_t k = 0; k < in.n; k++) {
        const struct kp_node *n = in.v[k];

        if (n->kind == KP_CONSTRUCT && n->sym)
            pass_to(t, made, n->sym, i, of, v);
        else if (v != PLACE || !kp_keeps_values(n->type))
            return false;
    }
    return in.n > 0;
}

/* The arguments of a construction: of a scalar it is a conversion; of a record that may keep a
 * reference nobody knows. */
static void construct(struct tracer *t, const struct kp_node *call, const struct kp_node *arg,
                      enum value v)
{
    if (call->type && call->type->kind == KP_TYPE_RECORD && call->type->decl &&
        call->type->decl->from_prelude && v == PLACE)
        return;
    if (call->type && call->type->kind != KP_TYPE_RECORD && !call->type->is_dependent) {
        if (v == POINTER && kp_is_pointer(call->type))
            kp_tracer_follow(t, call, POINTER);
        else if (v == NUMBER && kp_is_integer(call->type))
            kp_tracer_follow(t, call, NUMBER);
        else if (v != PLACE)
            kp_tracer_lose(t, arg);
        return;
    }
    for (unsigned i = 0; call->sym && kp_argument(call, i); i++)
        if (kp_argument(call, i) == arg) {
            pass(t, call, i, arg, v);
            return;
        }
    if ((v != PLACE || !kp_keeps_values(call->type)) && !kp_tracer_made(t, call, arg, v))
        kp_tracer_lose(t, arg);
}

void kp_tracer_called(struct tracer *t, const struct kp_node *call, const struct kp_node *e,
                      enum value v)
{
    if (call->kind == KP_CONSTRUCT) {
        construct(t, call, e, v);
        return;
    }
    if (call->kind == KP_OPCALL && kp_call_object(call) == e) {
        const struct kp_call_rule *rule = kp_callee_rule(t->u, call);

        if (rule)
            by_rule(t, call, rule, KP_RULE_OBJECT, v);
        else if (!(call->sym && call->sym->from_prelude))
            enter_object(t, call);
        return;
    }
    for (unsigned i = 0; kp_argument(call, i); i++)
        if (kp_argument(call, i) == e) {
            pass(t, call, i, e, v);
            return;
        }
    if (call->first == e && e->kind == KP_REF && e->sym && e->sym->is_lambda)
        return; /* the call of a closure by its name */
    if (call->first == e && kp_is_functor_helper(t->u, call))
        return;                                         /* it is read */
    if (call->first == e && kp_is_functor_call(call)) { /* object(..) */
        enter_object(t, call);
        return;
    }
    kp_tracer_lose(t, e);
}

/* object.method(..), pointer->method(..) */
void kp_tracer_method(struct tracer *t, const struct kp_node *member, enum value v)
{
    const struct kp_node *call = member->parent;
    const struct kp_call_rule *rule;

    if (call && call->first == member && kp_is_functor_helper(t->u, call))
        return; /* the object is read */
    if (!call || call->kind != KP_CALL || call->first != member ||
        (!call->sym && !call->is_dependent)) {
        kp_tracer_lose(t, member);
        return;
    }
    rule = kp_callee_rule(t->u, call);
    if (rule)
        by_rule(t, call, rule, KP_RULE_OBJECT, v);
    else if (!call->sym || !call->sym->from_prelude)
        enter_object(t, call);
}

/* ---- assembly -------------------------------------------------------------------------------- */

void kp_tracer_assembled(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                         enum value v)
{
    struct kp_asm_rule rule = {0};
    bool known = n->name && kp_rule_asm(t->u->rules, n->name, &rule);
    unsigned i = 0, at = 0;

    if (v == PLACE)
        return; /* its value goes in, or comes out */
    kp_each_child(c, n)
    {
        if (c == e)
            at = i;
        i++;
    }
    if (at < n->asm_outputs && at < 32 && !(n->asm_inout & (1u << at)))
        return; /* it gets another value */
    if (!known || at < n->asm_outputs || at >= 32) {
        kp_tracer_lose(t, e);
        return;
    }
    if (!rule.makes_address && !((rule.read | rule.write) & (1u << at)))
        kp_tracer_lose(t, e);
    i = 0;
    kp_each_child(out, n) if (rule.makes_address && i++ < n->asm_outputs) kp_tracer_hold(
        t, out->kind == KP_REF ? out->sym : NULL, out, kp_is_pointer(out->type) ? POINTER : NUMBER);
}

/* ---- results ----------------------------------------------------------------------------------
 */

/* The innermost function or closure around a node. */
static const struct kp_node *owner_of(const struct kp_node *n)
{
    while (n && n->kind != KP_FUNCTION && n->kind != KP_LAMBDA)
        n = n->parent;
    return n;
}

/* Only a callee that was entered hands it on to its call. */
void kp_tracer_give_back(struct tracer *t, const struct kp_node *statement, enum value v)
{
    const struct kp_node *owner = owner_of(statement);
    enum value before;

    if (!t->calls || owner != t->scope)
        kp_tracer_lose(t, statement);
    else if (!find_returned(t, owner, &before)) {
        kp_push(t->u->arena, &t->returning, owner);
        kp_push(t->u->arena, &t->returned, v);
    } else if (before != v)
        kp_tracer_lose(t, statement);
}

bool kp_returns_reference(const struct kp_node *statement)
{
    const struct kp_node *owner = owner_of(statement);
    const struct kp_type *result;

    if (!owner || owner->kind == KP_LAMBDA)
        return !owner || owner->may_give_place;
    result = owner->sym->type;
    return result && result->kind == KP_TYPE_REFERENCE;
}
