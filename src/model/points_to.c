/* The points-to sets: flow-insensitive, one per variable. Every assignment anywhere in the function
 * adds to them, so they hold at every point. */
#include "model/eval.h"
#include "model/hidden.h"
#include "model/loops.h"
#include "model/objs.h"

/* The variable that an assignment's left side stores a pointer into, NULL when it is none of this
 * function's own. */
static const struct kp_sym *stored_into(const struct kp_node *lhs)
{
    while (lhs && ((lhs->kind == KP_MEMBER && !lhs->is_arrow) ||
                   (lhs->kind == KP_INDEX && kp_is_array_lvalue(lhs->first))))
        lhs = lhs->first;
    return lhs && lhs->kind == KP_REF && lhs->sym &&
                   (lhs->sym->kind == KP_SYM_VAR || lhs->sym->kind == KP_SYM_PARAM)
               ? lhs->sym
               : NULL;
}

/* Has the record a member that is a reference? */
static bool holds_references(const struct kp_type *t)
{
    const struct kp_node *record;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    record = t && t->decl ? t->decl->decl : NULL;
    if (!record || record->kind != KP_RECORD)
        return false;
    kp_each_child(
        c, record) if (c->kind == KP_FIELD && c->sym &&
                       (kp_is_reference(c->sym) || holds_references(c->sym->type))) return true;
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

static bool learn(struct kp_func *f, const struct kp_sym *v, const struct kp_node *value,
                  bool lvalue)
{
    struct kp_objs *known = &f->points_to[v->id];
    struct kp_objs found = {0};
    size_t before = known->list.n;

    if (!lvalue && v->type && (v->type->kind == KP_TYPE_FLOAT || v->type->kind == KP_TYPE_BOOL))
        return false; /* an integer may hold a shared address, these hold none */
    if (lvalue)
        kp_lvalue_objs(f, value, &found);
    else
        kp_value_objs(f, value, &found);
    if (!lvalue && holds_references(v->type))
        add_named(f, value, &found);
    if (!lvalue && f->settled && !found.list.n && is_unfollowed(value))
        kp_objs_add_unknown(f, &found);
    kp_objs_add_all(f, known, &found);
    return known->list.n != before;
}

/* cvta and its like: the output points where the inputs point. So does a pointer that any other
 * instruction makes, mov.u64 say. */
static bool learn_asm(struct kp_func *f, const struct kp_node *n)
{
    struct kp_asm_rule rule = {0};
    bool grew = false, numbers;
    unsigned i = 0;

    numbers = n->name && kp_rule_asm(f->unit->rules, n->name, &rule) && !rule.makes_address;
    kp_each_child(out, n)
    {
        const struct kp_sym *v = i++ < n->asm_outputs ? stored_into(out) : NULL;
        unsigned k = 0;

        if (numbers && !(out->type && out->type->kind == KP_TYPE_POINTER))
            continue;
        kp_each_child(in, n) if (v && k++ >= n->asm_outputs) grew |= learn(f, v, in, false);
    }
    return grew;
}

static bool is_visible_call(const struct kp_func *f, const struct kp_node *n)
{
    return (n->kind == KP_CALL || n->kind == KP_OPCALL) && !kp_callee_rule(f->unit, n);
}

static bool add_pointee(struct kp_func *f, const struct kp_sym *v, const struct kp_objs *found)
{
    size_t before = f->points_to[v->id].list.n;

    kp_objs_add_all(f, &f->points_to[v->id], found);
    return f->points_to[v->id].list.n != before;
}

/* A store by way of a pointer or reference: into every local that it may be. */
static bool learn_indirect(struct kp_func *f, const struct kp_node *lhs,
                           const struct kp_node *value)
{
    struct kp_objs to = {0}, found = {0};
    bool grew = false;

    kp_value_objs(f, value, &found);
    if (!found.list.n)
        return false;
    kp_lvalue_objs(f, lhs, &to);
    for (size_t i = 0; i < to.list.n; i++)
        if (to.list.v[i].space == KP_SPACE_LOCAL && to.list.v[i].sym && !to.list.v[i].pointee &&
            to.list.v[i].sym != f->this_sym)
            grew |= add_pointee(f, to.list.v[i].sym, &found);
    return grew;
}

/* Parameter i of the function or closure that is called, NULL when it is not seen. */
static const struct kp_node *parameter_of(const struct kp_node *call, unsigned i)
{
    const struct kp_node *callee = call->sym ? call->sym->decl : NULL, *p;

    if (callee && call->sym->is_lambda && callee->has_init)
        callee = callee->last;
    p = callee ? kp_child(callee, i) : NULL;
    return p && p->kind == KP_PARAM ? p : NULL;
}

/* A call that is handed a local by reference, or as its object, may put any pointer into it. */
static bool learn_call(struct kp_func *f, const struct kp_node *call)
{
    const struct kp_node *object = kp_call_object(call), *arg;
    struct kp_objs unknown = {0};
    bool grew = false;

    if (call->first && call->first->kind == KP_REF && call->first->sym &&
        call->first->sym->is_lambda)
        object = NULL;
    kp_objs_add_unknown(f, &unknown);
    if (object && call->sym && !call->sym->is_const_method && stored_into(object) &&
        stored_into(object)->type && stored_into(object)->type->kind == KP_TYPE_RECORD)
        grew |= add_pointee(f, stored_into(object), &unknown);
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        const struct kp_node *p = parameter_of(call, i);
        const struct kp_type *t = p ? p->sym->type : NULL;
        const struct kp_node *target =
            arg->kind == KP_UNARY && arg->op == KP_OP_ADDR ? arg->first : arg;
        const struct kp_sym *v = stored_into(target);
        bool by_reference = !t || t->kind == KP_TYPE_REFERENCE || target != arg;

        if (!v || !v->type || !by_reference ||
            (t && t->kind == KP_TYPE_REFERENCE && t->elem->is_const))
            continue;
        if (v->type->kind == KP_TYPE_POINTER || v->type->kind == KP_TYPE_RECORD)
            grew |= add_pointee(f, v, &unknown);
    }
    return grew;
}

/* ---- pointers that calls store behind pointers ------------------------------------------------
 */

/* Is it a pointer or a reference, or has it one in it? */
static bool holds_pointer(struct kp_unit *u, const struct kp_type *t)
{
    const struct kp_node *record;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || t->kind != KP_TYPE_RECORD)
        return kp_may_hold_pointer(t);
    record = t->decl ? t->decl->decl : NULL;
    if (!record || record->kind != KP_RECORD || t->decl->from_prelude)
        return !t->decl || !t->decl->from_prelude;
    kp_each_child(
        c, record) if (c->kind == KP_FIELD && c->sym &&
                       (kp_is_reference(c->sym) || holds_pointer(u, c->sym->type))) return true;
    return kp_has_base(u, record);
}

/* Does the function store a pointer anywhere but into variables of its own? */
static bool stores_pointers(struct kp_func *f, const struct kp_sym *callee)
{
    const struct kp_effects *e = callee && !callee->is_lambda ? kp_summary(f->unit, callee) : NULL;

    for (size_t i = 0; e && i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        const struct kp_type *t = a->at->kind != KP_CALL ? a->at->type : NULL;

        if (kp_is_store(a) && (!t || holds_pointer(f->unit, t)) &&
            (a->space != KP_SPACE_LOCAL || !a->base || a->base->kind == KP_SYM_PARAM))
            return true;
    }
    return !e;
}

/* Everything that can be come to by way of these objects. */
static void follow(struct kp_func *f, struct kp_objs *objects)
{
    for (size_t i = 0; i < objects->list.n; i++) {
        struct kp_obj o = objects->list.v[i];

        if (o.space == KP_SPACE_LOCAL && o.sym && !o.pointee && o.sym != f->this_sym)
            kp_objs_add_all(f, objects, &f->points_to[o.sym->id]);
    }
}

/* Anything may be in those of them that hold pointers. */
static bool forget(struct kp_func *f, const struct kp_objs *objects)
{
    struct kp_objs unknown = {0};
    bool grew = false;

    kp_objs_add_unknown(f, &unknown);
    for (size_t i = 0; i < objects->list.n; i++) {
        struct kp_obj o = objects->list.v[i];

        if (o.space == KP_SPACE_LOCAL && o.sym && !o.pointee && o.sym != f->this_sym &&
            holds_pointer(f->unit, o.sym->type))
            grew |= add_pointee(f, o.sym, &unknown);
    }
    return grew;
}

/* What the callee can store into by parameter i: not into what is const, but by the pointers in
 * that. */
static void add_reached(struct kp_func *f, const struct kp_node *call, unsigned i,
                        struct kp_objs *out)
{
    const struct kp_node *p = parameter_of(call, i), *arg = kp_argument(call, i);
    const struct kp_type *t = p ? p->sym->type : NULL;
    bool reference = !t || t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_DEPENDENT;
    struct kp_objs objects = {0};

    if (reference && !(t && t->elem && t->elem->is_const))
        kp_lvalue_objs(f, arg, out);
    kp_value_objs(f, arg, &objects);
    for (size_t k = 0; k < objects.list.n; k++)
        if (t && t->kind == KP_TYPE_POINTER && t->elem->is_const &&
            objects.list.v[k].space == KP_SPACE_LOCAL && objects.list.v[k].sym)
            kp_objs_add_all(f, out, &f->points_to[objects.list.v[k].sym->id]);
        else
            kp_objs_add(f->unit, out, objects.list.v[k]);
}

/* `p->set(x)`, `set(&holder, x)`: a function stores a pointer into a local that it gets at by way
 * of another one. */
static bool learn_reached(struct kp_func *f, const struct kp_node *call)
{
    struct kp_objs objects = {0};

    if (!call->sym || !call->sym->decl || !stores_pointers(f, call->sym))
        return false;
    if (kp_call_object(call) && !call->sym->is_lambda && call->sym->is_const_method)
        kp_behind_call_object(f, call, &objects);
    else if (kp_call_object(call) && !call->sym->is_lambda)
        kp_call_object_objs(f, call, &objects);
    for (unsigned i = 0; kp_argument(call, i); i++)
        add_reached(f, call, i, &objects);
    follow(f, &objects);
    return forget(f, &objects);
}

/* memcpy(&v, ..) and its like, into a local of which only the address is known. */
static bool learn_ruled(struct kp_func *f, const struct kp_node *call,
                        const struct kp_call_rule *rule)
{
    struct kp_objs objects = {0};
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if ((i < KP_RULE_ARGS ? rule->arg[i] : rule->rest) & KP_WRITE)
            kp_value_objs(f, arg, &objects);
    return forget(f, &objects);
}

/* One pass over the body; true when a set grew. */
static bool learn_from(struct kp_func *f, const struct kp_node *n)
{
    bool grew = false;

    if (n->kind == KP_VAR && n->has_init && n->sym)
        grew = learn(f, n->sym, n->last, kp_is_reference(n->sym));
    else if (n->kind == KP_ASSIGN) {
        const struct kp_sym *v = stored_into(n->first);

        if (v && !kp_is_reference(v))
            grew = learn(f, v, kp_child(n, 1), false);
        else
            grew = learn_indirect(f, n->first, kp_child(n, 1));
    } else if (n->kind == KP_ASM)
        grew = learn_asm(f, n);
    else if (is_visible_call(f, n))
        grew = learn_call(f, n) | learn_reached(f, n);
    else if (n->kind == KP_CALL && kp_callee_rule(f->unit, n))
        grew = learn_ruled(f, n, kp_callee_rule(f->unit, n));
    else if (n->kind == KP_CONSTRUCT)
        grew = learn_reached(f, n);
    else if (n->kind == KP_RETURN && n->first && n->first->kind != KP_NONE) {
        size_t before = f->returned.list.n;
        const struct kp_type *t = f->sym->type;

        if (f->decl->kind == KP_LAMBDA) { /* its result type is not known */
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
 * pass. No visible call: unknown. */
static void bind_params(struct kp_func *f, const struct kp_node *n, const struct kp_sym *in,
                        int *calls)
{
    if (n->kind == KP_FUNCTION)
        in = n->sym;
    if (n->kind == KP_CALL && n->sym == f->sym && in && in != f->sym) {
        struct kp_func *caller = kp_func_get(f->unit, in, false);

        (*calls)++;
        if (caller && caller->busy)
            caller = NULL;
        for (unsigned i = 0;; i++) {
            const struct kp_node *p = kp_child(f->decl, i), *arg = kp_argument(n, i);

            if (!p || p->kind != KP_PARAM)
                break;
            if (arg && caller && !kp_is_reference(p->sym))
                kp_value_objs(caller, arg, &f->points_to[p->sym->id]);
            else if (arg && caller)
                kp_lvalue_objs(caller, arg, &f->points_to[p->sym->id]);
            else
                kp_objs_add_unknown(f, &f->points_to[p->sym->id]);
        }
    }
    kp_each_child(c, n) bind_params(f, c, in, calls);
}

static void bind_unseen(struct kp_func *f)
{
    kp_each_child(p, f->decl) if (p->kind == KP_PARAM)
        kp_objs_add_unknown(f, &f->points_to[p->sym->id]);
}

static const struct kp_sym *new_this(struct kp_unit *u, const struct kp_sym *method)
{
    struct kp_sym *s = kp_new(u->arena, struct kp_sym);

    s->kind = KP_SYM_PARAM;
    s->name = s->qualified = "this";
    s->parent = method;
    return s;
}

struct kp_func *kp_func_get(struct kp_unit *u, const struct kp_sym *sym, bool parametric)
{
    struct kp_func *f;
    int calls = 0;

    if (!sym || !sym->decl)
        return NULL;
    for (f = u->funcs; f; f = f->next)
        if (f->sym == sym && f->parametric == parametric)
            return f;
    f = kp_new(u->arena, struct kp_func);
    f->unit = u;
    f->sym = sym;
    f->decl = sym->decl;
    f->parametric = parametric;
    if (sym->is_lambda && f->decl->kind == KP_VAR && f->decl->has_init)
        f->decl = f->decl->last;
    f->body = f->decl->last;
    if (!f->body || f->body->kind != KP_COMPOUND)
        return NULL;
    f->points_to = kp_new_array(u->arena, struct kp_objs, u->parse.syms.n);
    f->this_sym = parametric && sym->is_method ? new_this(u, sym) : NULL;
    f->busy = true;
    f->next = u->funcs;
    u->funcs = f;
    if (!parametric && !sym->is_kernel) {
        bind_params(f, u->parse.root, NULL, &calls);
        if (!calls)
            bind_unseen(f);
    }
    while (learn_from(f, f->decl))
        ;
    f->settled = true;
    while (learn_from(f, f->decl))
        ;
    f->busy = false;
    return f;
}
