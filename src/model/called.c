/* Calls of templates: what they reach is an instance, with types and operators that are known, and
 * not the template's text, where an operator may be anything. */
#include <stdlib.h>

#include "fn/fn.h"
#include "front/tree.h"
#include "model/func.h"
#include "model/mentions.h"

KP_VEC_TYPE(calls, struct kp_called);

static void add_calls(struct kp_unit *u, const struct kp_node *n, struct calls *out)
{
    bool is_call = n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT;

    /* the language's own operator in one instance is no function that tells what it does, and a
     * name that only instances resolve is a constant or not */
    if (n->pattern && (is_call || n->kind == KP_INIT_LIST || n->pattern->kind == KP_OPCALL ||
                       (n->pattern->kind == KP_REF && !n->pattern->sym)))
        kp_push(u->arena, out, ((struct kp_called){n->pattern, is_call ? n->sym : NULL, n}));
    kp_each_child(c, n) add_calls(u, c, out);
}

static int by_call(const void *a, const void *b)
{
    const struct kp_called *x = a, *y = b;

    return (x->call > y->call) - (x->call < y->call);
}

static void find_calls(struct kp_func *f)
{
    struct calls all = {0};

    for (size_t i = 0; i < f->unit->parse.instances.n; i++)
        if (f->unit->parse.instances.v[i].pattern == f->sym)
            add_calls(f->unit, f->unit->parse.instances.v[i].function, &all);
    if (all.n)
        qsort(all.v, all.n, sizeof *all.v, by_call);
    f->n_called = all.n;
    f->called = all.n ? all.v : kp_new(f->unit->arena, struct kp_called);
}

static size_t first_of(struct kp_func *f, const struct kp_node *call)
{
    size_t low = 0, high;

    if (!f->called)
        find_calls(f);
    high = f->n_called;
    while (low < high) {
        size_t middle = (low + high) / 2;

        if (f->called[middle].call < call)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* True if something is left open that an instance decides. */
static bool is_open(const struct kp_node *call)
{
    return call->is_dependent || (call->sym && call->sym->is_template);
}

/* True if another instance of the caller may reach another function. Of an operator whose operands
 * have types that the template's text settles, only values are open, which decide nothing. */
static bool hangs_on_instance(const struct kp_node *call)
{
    if (!call->is_dependent || call->kind != KP_OPCALL || !call->sym)
        return call->is_dependent;
    kp_each_child(c, call)
    {
        const struct kp_type *t = kp_lvalue_type(c);

        if (!t || t->is_dependent ||
            (t->kind != KP_TYPE_RECORD && t->kind != KP_TYPE_INT && t->kind != KP_TYPE_FLOAT))
            return true;
    }
    return false;
}

/* True if the operand of an instance hands over what the text says, and nothing that a constructor
 * or a conversion of a class has made of it. */
static bool is_as_written(const struct kp_node *c, const struct kp_node *text)
{
    while (c && c->pattern != text && c->n_children == 1 &&
           (kp_is_number(c->type) ||
            (c->kind == KP_CONSTRUCT && !c->sym && c->type && c->type->copies_bits)))
        c = c->first;
    return c && (c->pattern == text || (!c->first && c->kind != KP_CONSTRUCT));
}

static bool are_as_written(const struct kp_node *in, const struct kp_node *call)
{
    for (unsigned i = call->kind == KP_CALL; kp_child(call, i); i++)
        if (!is_as_written(kp_child(in, i), kp_child(call, i)))
            return false;
    return true;
}

static bool can_state(struct kp_func *f)
{
    if (f->states == KP_STATES_UNASKED)
        f->states = kp_fn_can_state_instances(f->unit, f->sym) ? KP_STATES_ALL : KP_STATES_NONE;
    return f->states == KP_STATES_ALL;
}

/* A header's template has instances in other sources, but where these are stated. */
static bool may_have_others(const struct kp_func *f)
{
    const struct kp_options *o = f->unit->options;

    return f->sym->is_template && kp_is_header(f->unit) &&
           !(o->stated && kp_has_text(o->stated, f->sym->qualified));
}

/* True if the function may rest on its visible instances, as the output can state them. A header's
 * may where the sources' outputs are the same with them, which src/seen tries. */
static bool may_rest(struct kp_func *f)
{
    if (!can_state(f))
        return false;
    f->unit->asks_instances |= may_have_others(f);
    return !may_have_others(f);
}

/* True for a template whose visible instances say what its text leaves open. */
static bool has_instances(struct kp_func *f)
{
    return f->sym->is_template && !f->parametric && may_rest(f);
}

/* True if the callee of an instance is one that a call of this form can have. */
static bool is_callee(const struct kp_node *call, const struct kp_sym *callee)
{
    if (kp_is_open_functor_call(call))
        return callee->is_method && kp_streq(callee->name, "operator()") && callee->parent &&
               !kp_starts_with(callee->parent->name, "(lambda");
    return call->kind != KP_OPCALL || callee->is_method == !!kp_call_object(call);
}

void kp_callees_of(struct kp_func *f, const struct kp_node *call, struct kp_callees *out)
{
    /* what does not depend on the function's own parameters is the same in all its instances */
    bool hangs = hangs_on_instance(call);
    bool is_unnamed =
        !call->sym || call->sym->kind == KP_SYM_TVALUE || kp_is_open_functor_call(call);
    bool closed = call->kind != KP_CONSTRUCT && is_open(call) &&
                  (!hangs || (!(f->parametric && f->sym->is_template) && may_rest(f)));

    for (size_t i = closed ? first_of(f, call) : 0;
         closed && i < f->n_called && f->called[i].call == call; i++) {
        const struct kp_sym *callee = f->called[i].callee;

        if (!callee || (hangs && is_unnamed && !are_as_written(f->called[i].in, call)) ||
            !is_callee(call, callee)) {
            out->list.n = 0;
            return;
        }
        kp_push_once(f->unit->arena, &out->list, callee);
    }
    out->of_instances = out->list.n > 0;
    if (out->list.n)
        f->by_instances |= f->sym->is_template && hangs;
    else if (call->sym)
        kp_push(f->unit->arena, &out->list, call->sym);
}

/* True if the function's output can be restricted to the visible instances. A callee's are for its
 * callers to restrict. */
bool kp_can_rest_on_instances(struct kp_func *f)
{
    if (f->sym->is_template && !f->parametric && !may_rest(f))
        return false;
    f->by_instances |= f->sym->is_template;
    return true;
}

static bool is_type_of(const struct kp_func *f, const struct kp_type *t, const struct kp_node *arg)
{
    const struct kp_type *a = arg ? kp_referred_type(arg->type) : NULL;

    if (!t || !a || t->is_dependent || a->is_dependent)
        return false;
    if (t->kind == KP_TYPE_POINTER && a->kind == KP_TYPE_ARRAY)
        return t->elem && a->elem && kp_streq(t->elem->canonical, a->elem->canonical);
    return t->kind != KP_TYPE_REFERENCE && kp_streq(kp_plain_type(f->unit->arena, t->canonical),
                                                    kp_plain_type(f->unit->arena, a->canonical));
}

/* The parameter of an instance that stands at the same place. */
static const struct kp_sym *parameter_at(const struct kp_sym *callee, unsigned at)
{
    const struct kp_node *p = callee && callee->decl ? kp_child(callee->decl, at) : NULL;

    return p && p->kind == KP_PARAM ? p->sym : NULL;
}

bool kp_takes_as_given(struct kp_func *f, const struct kp_node *call, const struct kp_sym *param)
{
    unsigned at = 0;
    size_t i;

    for (; parameter_at(call->sym, at) != param; at++)
        if (!parameter_at(call->sym, at))
            return false;
    for (i = first_of(f, call); i < f->n_called && f->called[i].call == call; i++) {
        const struct kp_sym *p = parameter_at(f->called[i].callee, at);

        if (!p || !is_type_of(f, p->type, kp_argument(f->called[i].in, at)) ||
            !is_as_written(kp_argument(f->called[i].in, at), kp_argument(call, at)))
            return false;
    }
    return i > first_of(f, call);
}

void kp_made_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out)
{
    if (!has_instances(f))
        return;
    for (size_t i = first_of(f, n); i < f->n_called && f->called[i].call == n; i++) {
        if (!are_as_written(f->called[i].in, n)) {
            out->n = 0;
            return;
        }
        kp_push(f->unit->arena, out, f->called[i].in);
    }
    f->by_instances |= out->n > 0;
}

bool kp_is_open_constant(struct kp_func *f, const struct kp_node *ref)
{
    size_t i;

    if (ref->kind != KP_REF || ref->sym || !has_instances(f))
        return false;
    for (i = first_of(f, ref); i < f->n_called && f->called[i].call == ref; i++)
        if (!f->called[i].in->has_value)
            return false;
    if (i == first_of(f, ref))
        return false;
    f->by_instances = true;
    return true;
}

void kp_find_made(struct kp_unit *u, const struct kp_node *in, const struct kp_node *n,
                  struct kp_nodes *out)
{
    if (in->pattern == n && in->kind == n->kind) {
        kp_push(u->arena, out, in);
        return;
    }
    kp_each_child(c, in) kp_find_made(u, c, n, out);
}

bool kp_has_known_instances(struct kp_func *f)
{
    return f->sym->is_template && !f->parametric && !kp_is_header(f->unit) && can_state(f);
}

void kp_seen_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out)
{
    struct kp_unit *u = f->unit;
    size_t before;

    if (!kp_has_known_instances(f))
        return;
    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (u->parse.instances.v[i].pattern != f->sym)
            continue;
        before = out->n;
        kp_find_made(u, u->parse.instances.v[i].function, n, out);
        if (out->n == before) {
            out->n = 0;
            return;
        }
    }
}

void kp_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out)
{
    struct kp_callees all = {0};

    if (n->kind != KP_CALL && n->kind != KP_OPCALL) {
        if (has_instances(f))
            kp_seen_in_instances(f, n, out);
        f->by_instances |= out->n > 0;
        return;
    }
    kp_callees_of(f, n, &all);
    for (size_t i = all.of_instances ? first_of(f, n) : 0;
         all.of_instances && i < f->n_called && f->called[i].call == n; i++)
        kp_push(f->unit->arena, out, f->called[i].in);
}

enum kp_kind kp_kind_in(struct kp_func *f, const struct kp_node *n)
{
    if (!n->is_plain || !kp_can_rest_on_instances(f))
        return n->kind;
    for (size_t i = first_of(f, n); i < f->n_called && f->called[i].call == n; i++)
        if (!are_as_written(f->called[i].in, n))
            return n->kind; /* a conversion of a class is a call */
    return n->op >= KP_OP_ASSIGN && n->op <= KP_OP_OR_ASSIGN ? KP_ASSIGN : KP_BINARY;
}

bool kp_takes_instances(struct kp_func *f, const struct kp_func *callee)
{
    return !callee->by_instances || kp_can_rest_on_instances(f);
}

/* True if a change of rows rested on the visible instances. */
static bool is_of_instances(const struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_texts *t = u->of_instances;

    for (size_t i = 0; t && i < t->n; i++)
        if (kp_streq(t->v[i], function->qualified))
            return true;
    return false;
}

bool kp_rests_on_instances(struct kp_unit *u, const struct kp_loop *l)
{
    const struct kp_func *f = kp_func_get(u, l->function, false);

    return l->by_instances || (f && f->by_instances) || is_of_instances(u, l->function);
}
