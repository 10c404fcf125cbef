/* The points-to sets: flow-insensitive, one per variable. Every assignment anywhere in the function
 * adds to them, so they hold at every point. */
#include "front/tree.h"
#include "model/eval.h"
#include "model/flow.h"
#include "model/func.h"
#include "model/objs.h"
#include "model/parts.h"
#include "model/stores.h"

bool kp_holds_references(const struct kp_type *t)
{
    const struct kp_node *record;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    record = t && t->decl ? t->decl->decl : NULL;
    if (!record || record->kind != KP_RECORD)
        return false;
    kp_each_child(
        c, record) if (c->kind == KP_FIELD && c->sym &&
                       (kp_is_reference(c->sym) || kp_holds_references(c->sym->type))) return true;
    return false;
}

/* What a record's initialiser names is what its references may mean. */
static void add_named(struct kp_func *f, const struct kp_node *value, struct kp_objs *out)
{
    if (value->kind == KP_INIT_LIST || value->kind == KP_CONSTRUCT || value->kind == KP_CALL)
        kp_each_child(c, value) add_named(f, c, out);
    else
        kp_lvalue_objs(f, value, out);
}

/* A pointer of which nobody has said where it points: by __shfl_sync, out of a table by __ldg. A
 * null pointer points nowhere. */
static bool is_unfollowed(const struct kp_node *value)
{
    int64_t v;

    if (!value->type || value->type->kind != KP_TYPE_POINTER)
        return false;
    while (value->kind == KP_CAST && value->first)
        value = value->first;
    return !kp_eval(value, NULL, &v) && !kp_streq(value->name ? value->name : "", "nullptr");
}

/* True if it has a union in it. */
static bool holds_union(const struct kp_type *t)
{
    const struct kp_node *record;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    record = t && t->kind == KP_TYPE_RECORD && t->decl ? t->decl->decl : NULL;
    if (!record || record->kind != KP_RECORD || t->decl->from_prelude)
        return false;
    kp_each_child(c, record) if (c->kind == KP_FIELD && c->sym &&
                                 (c->sym->is_of_union || holds_union(c->sym->type))) return true;
    return false;
}

/* True if a list of values has one that is no pointer. */
static bool lists_number(const struct kp_node *value)
{
    bool is_list = value->kind == KP_INIT_LIST || value->kind == KP_CONSTRUCT;

    kp_each_child(c, value) if ((is_list && c->kind != KP_INIT_LIST &&
                                 !(c->type && c->type->kind == KP_TYPE_POINTER)) ||
                                lists_number(c)) return true;
    return false;
}

static bool learn(struct kp_func *f, const struct kp_sym *v, const struct kp_node *value,
                  bool lvalue)
{
    struct kp_objs *known = kp_pointees_of(f, v);
    struct kp_objs found = {0};
    size_t before = known->list.n;

    if (!lvalue && v->type && (v->type->kind == KP_TYPE_FLOAT || v->type->kind == KP_TYPE_BOOL))
        return false; /* an integer may hold a shared address, these hold none */
    if (lvalue)
        kp_lvalue_objs(f, value, &found);
    else
        kp_value_objs(f, value, &found);
    if (!lvalue && kp_holds_references(v->type))
        add_named(f, value, &found);
    if (!lvalue && f->settled && !found.list.n && is_unfollowed(value))
        kp_objs_add_unknown(f, &found);
    if (!lvalue && lists_number(value) && holds_union(v->type))
        kp_objs_add_unknown(f, &found);
    kp_objs_add_all(f, known, &found);
    return known->list.n != before;
}

/* True if what an asm makes of its operands is an address that goes by the pointers among them
 * alone. Not if it is loaded, or made of numbers too: a difference of addresses, the halves of one.
 */
static bool goes_by_pointers(struct kp_func *f, const struct kp_node *n,
                             const struct kp_asm_rule *rule)
{
    unsigned i = 0;
    int64_t v;

    if (rule->n_addresses)
        return false;
    kp_each_child(c, n)
    {
        bool is_input = i >= n->asm_outputs || (i < 32 && n->asm_inout >> i & 1);

        i++;
        if (is_input && c->type && c->type->kind == KP_TYPE_INT && !kp_is_array_lvalue(c) &&
            !kp_eval(c, NULL, &v) && (c->type->size < 8 || kp_may_be_an_address(f, c)))
            return false;
    }
    return true;
}

/* cvta and its like: the output points where the inputs point. So does a pointer that any other
 * instruction makes, mov.u64 say. */
static bool learn_asm(struct kp_func *f, const struct kp_node *n)
{
    struct kp_asm_rule rule = {0};
    struct kp_objs unknown = {0};
    bool grew = false, known, follows;
    unsigned i = 0;

    known = n->name && kp_rule_asm(f->unit->rules, n->name, &rule);
    follows = known && goes_by_pointers(f, n, &rule);
    kp_objs_add_unknown(f, &unknown);
    kp_each_child(out, n)
    {
        bool is_output = i++ < n->asm_outputs;
        bool is_pointer = out->type && out->type->kind == KP_TYPE_POINTER;
        const struct kp_sym *v = is_output ? kp_stored_into(out) : NULL;
        unsigned k = 0;

        if (!is_output)
            grew |= kp_learn_handed(f, out, false);
        if (known && !rule.makes_address && !is_pointer)
            continue;
        if (is_output && (!v || kp_is_reference(v)))
            grew |= kp_learn_handed(f, out, true);
        if (v && is_pointer && !follows)
            grew |= kp_add_pointee(f, v, &unknown);
        kp_each_child(in, n) if (v && k++ >= n->asm_outputs) grew |= learn(f, v, in, false);
    }
    return grew;
}

/* for (S *p : all) */
static bool learn_element(struct kp_func *f, const struct kp_sym *v, const struct kp_node *range)
{
    struct kp_objs found = {0}, all = {0};

    if (!kp_may_hold_pointer(v->type))
        return false;
    if (range->kind == KP_INIT_LIST)
        kp_value_objs(f, range, &found);
    else if (!kp_is_array_lvalue(range))
        kp_objs_add_unknown(f, &found);
    else if (kp_is_reference(v))
        kp_lvalue_objs(f, range, &found);
    else
        kp_lvalue_objs(f, range, &all);
    for (size_t i = 0; i < all.list.n; i++)
        if (all.list.v[i].space == KP_SPACE_LOCAL && all.list.v[i].sym && !all.list.v[i].pointee)
            kp_objs_add_all(f, &found, kp_points_to(f, all.list.v[i].sym));
        else
            kp_objs_add_unknown(f, &found);
    return kp_add_pointee(f, v, &found);
}

static bool is_visible_call(const struct kp_func *f, const struct kp_node *n)
{
    return (n->kind == KP_CALL || n->kind == KP_OPCALL) && !kp_callee_rule(f->unit, n);
}

/* One pass over the body; true when a set grew. */
static bool learn_from(struct kp_func *f, const struct kp_node *n)
{
    bool grew = false;

    if (n->kind == KP_VAR && n->sym)
        grew = n->has_init && learn(f, n->sym, n->last, kp_is_reference(n->sym));
    else if (n->kind == KP_RANGE_FOR && n->first->sym)
        grew = learn_element(f, n->first->sym, kp_child(n, 1));
    else if (n->kind == KP_ASSIGN) {
        const struct kp_sym *v = kp_stored_into(n->first);

        grew = kp_learn_union(f, n->first);
        if (v && !kp_is_reference(v))
            grew |= learn(f, v, kp_child(n, 1), false);
        else
            grew |= kp_learn_indirect(f, n->first, kp_child(n, 1));
    } else if (n->kind == KP_ASM)
        grew = learn_asm(f, n);
    else if (is_visible_call(f, n) || n->kind == KP_CONSTRUCT)
        grew = kp_learn_called(f, n);
    else if (n->kind == KP_CALL && kp_callee_rule(f->unit, n))
        grew = kp_learn_ruled(f, n, kp_callee_rule(f->unit, n));
    else if (n->kind == KP_RETURN && n->first && n->first->kind != KP_NONE) {
        size_t before = f->returned.list.n;
        const struct kp_type *t = f->sym->type;

        if (f->decl->kind == KP_LAMBDA) { /* its result type is not known */
            if (f->decl->may_give_place)
                kp_lvalue_objs(f, n->first, &f->returned);
            kp_value_objs(f, n->first, &f->returned);
        } else if (t && t->kind == KP_TYPE_REFERENCE)
            kp_lvalue_objs(f, n->first, &f->returned);
        else if (kp_may_hold_pointer(t))
            kp_value_objs(f, n->first, &f->returned);
        grew = f->returned.list.n != before;
    }
    kp_each_child(c, n) grew |= learn_from(f, c);
    return grew;
}

/* A __device__ function that is looked at for itself: its parameters are what its visible calls
 * pass. False: there is no visible call. */
static bool bind_params(struct kp_func *f)
{
    const struct kp_calls_of *calls = kp_calls_of(f->unit, f->sym);

    for (size_t k = 0; k < calls->list.n; k++) {
        struct kp_func *caller = kp_func_get(f->unit, calls->list.v[k].in, false);

        if (caller && caller->busy)
            caller = NULL;
        for (unsigned i = 0;; i++) {
            const struct kp_node *p = kp_child(f->decl, i),
                                 *arg = kp_argument(calls->list.v[k].node, i);

            if (!p || p->kind != KP_PARAM)
                break;
            if (arg && caller && !kp_is_reference(p->sym))
                kp_value_objs(caller, arg, kp_pointees_of(f, p->sym));
            else if (arg && caller)
                kp_lvalue_objs(caller, arg, kp_pointees_of(f, p->sym));
            else
                kp_objs_add_unknown(f, kp_pointees_of(f, p->sym));
        }
    }
    return calls->list.n;
}

/* Callers out of sight pass memory of any space, none of it an object of this function whose
 * address stays in it: it goes by the parameter's name, and legal/memory.c sees to the rest. What
 * pointers in that memory lead to nobody knows. What a number is the address of is nobody's, as
 * ever. */
static void bind_unseen(struct kp_func *f)
{
    kp_each_child(p, f->decl)
    {
        const struct kp_type *t = p->kind == KP_PARAM ? p->sym->type : NULL;
        const struct kp_type *elem = t && t->kind == KP_TYPE_POINTER ? t->elem : NULL;
        bool plain = elem && (elem->kind == KP_TYPE_DEPENDENT || !kp_holds_pointer(elem));

        if (p->kind != KP_PARAM || kp_is_number(t))
            continue;
        if (plain && !f->sym->is_lambda)
            kp_objs_add(f->unit, kp_pointees_of(f, p->sym),
                        (struct kp_obj){KP_SPACE_GLOBAL, p->sym, false});
        else
            kp_objs_add_unknown(f, kp_pointees_of(f, p->sym));
    }
}

static const struct kp_sym *new_this(struct kp_unit *u, const struct kp_sym *method)
{
    struct kp_sym *s = kp_new(u->arena, struct kp_sym);

    s->kind = KP_SYM_PARAM;
    s->name = s->qualified = "this";
    s->parent = method;
    return s;
}

/* What was found out about the function's closures while parts of its buffers were not told apart
 * is found out anew. */
static void forget_closures(struct kp_func *f)
{
    struct kp_func **all = f->unit->funcs;

    kp_each_below(x, f->body) if (x->kind == KP_VAR && x->sym && x->sym->is_lambda)
    {
        all[2 * x->sym->id] = NULL;
        all[2 * x->sym->id + 1] = NULL;
    }
}

struct kp_func *kp_func_get(struct kp_unit *u, const struct kp_sym *sym, bool parametric)
{
    struct kp_func *f;

    if (!sym || !sym->decl)
        return NULL;
    if (!u->funcs)
        u->funcs = kp_new_array(u->arena, struct kp_func *, 2 * kp_sym_count(u));
    f = u->funcs[2 * sym->id + parametric];
    if (f)
        return f;
    f = kp_new(u->arena, struct kp_func);
    f->unit = u;
    f->sym = sym;
    f->decl = sym->decl;
    f->parametric = parametric;
    f->flow_left = KP_FLOW_STEPS;
    if (sym->is_lambda && f->decl->kind == KP_VAR && f->decl->has_init)
        f->decl = f->decl->last;
    f->body = f->decl->last;
    if (!f->body || f->body->kind != KP_COMPOUND)
        return NULL;
    f->this_sym = parametric && sym->is_method ? new_this(u, sym) : NULL;
    f->busy = true;
    u->funcs[2 * sym->id + parametric] = f;
    if (!parametric && !sym->is_kernel) {
        bool is_called = bind_params(f);

        if (!is_called || kp_has_unseen_callers(u, sym))
            bind_unseen(f);
    }
    while (learn_from(f, f->decl))
        ;
    f->settled = true;
    while (learn_from(f, f->decl))
        ;
    kp_split_parts(f);
    if (sym->is_kernel && !parametric)
        forget_closures(f);
    f->busy = false;
    return f;
}
