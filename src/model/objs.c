/* What pointers point to: a flow-insensitive points-to set per variable. Every assignment anywhere
 * in the function adds to it, so it holds at every point. */
#include "model/loops.h"

void kp_objs_add(struct kp_unit *u, struct kp_objs *o, struct kp_obj obj)
{
    for (size_t i = 0; i < o->list.n; i++)
        if (o->list.v[i].sym == obj.sym && o->list.v[i].space == obj.space &&
            o->list.v[i].pointee == obj.pointee)
            return;
    kp_push(u->arena, &o->list, obj);
}

static void add_all(struct kp_func *f, struct kp_objs *to, const struct kp_objs *from)
{
    for (size_t i = 0; i < from->list.n; i++)
        kp_objs_add(f->unit, to, from->list.v[i]);
}

static void add_unknown(struct kp_func *f, struct kp_objs *out)
{
    kp_objs_add(f->unit, out, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
}

bool kp_is_array_lvalue(const struct kp_node *e)
{
    const struct kp_type *t = e->type;

    if (e->kind == KP_REF && e->sym &&
        e->sym->kind == KP_SYM_PARAM) /* T a[N][M] is a pointer here */
        return e->sym->type && e->sym->type->kind == KP_TYPE_REFERENCE &&
               e->sym->type->elem->kind == KP_TYPE_ARRAY;
    if (e->kind == KP_REF && e->sym && e->sym->n_dims > 0)
        return true;
    if (e->kind == KP_REF && e->sym && e->sym->kind == KP_SYM_VAR && e->sym->type &&
        e->sym->type->kind == KP_TYPE_ARRAY)
        return true;
    if (e->kind == KP_MEMBER && e->sym && e->sym->n_dims > 0)
        return true;
    if (e->kind == KP_INDEX) {
        /* As[i] of a two-dimensional array whose element type is dependent has no array type. */
        unsigned depth = 1;
        const struct kp_node *b = e->first;

        for (; b && b->kind == KP_INDEX; b = b->first)
            depth++;
        if (b && (b->kind == KP_REF || b->kind == KP_MEMBER) && b->sym && b->sym->n_dims > depth)
            return true;
        t = kp_lvalue_type(e);
    }
    return t && t->kind == KP_TYPE_ARRAY;
}

static bool is_reference(const struct kp_sym *s)
{
    return s->type && s->type->kind == KP_TYPE_REFERENCE;
}

/* The memory behind a pointer that stands in parameter `p`. */
static void param_pointee(struct kp_func *f, const struct kp_sym *p, struct kp_objs *out)
{
    if (f->parametric)
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, p, true});
    else if (f->sym->is_kernel)
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_GLOBAL, p, false});
    else
        add_all(f, out, &f->points_to[p->id]);
}

/* What the pointers inside the object `o` point to. */
static void pointee_of(struct kp_func *f, struct kp_obj o, struct kp_objs *out)
{
    if (o.sym && o.sym->kind == KP_SYM_PARAM && !o.pointee && o.sym->parent == f->sym)
        param_pointee(f, o.sym, out);
    else if (o.space == KP_SPACE_LOCAL && o.sym && !o.pointee)
        add_all(f, out, &f->points_to[o.sym->id]);
    else if (o.space == KP_SPACE_GLOBAL || o.space == KP_SPACE_CONSTANT)
        kp_objs_add(f->unit, out, (struct kp_obj){.space = KP_SPACE_GLOBAL});
    else
        add_unknown(f, out);
}

static void pointees_of_lvalue(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    struct kp_objs objects = {0};

    kp_lvalue_objs(f, e, &objects);
    for (size_t i = 0; i < objects.list.n; i++)
        pointee_of(f, objects.list.v[i], out);
}

/* A parametric object of the callee, seen from the call. */
static void substitute(struct kp_func *f, const struct kp_node *call, struct kp_obj o,
                       const struct kp_func *callee, struct kp_objs *out)
{
    if (!o.sym || o.sym->kind != KP_SYM_PARAM || o.sym->parent != callee->sym) {
        if (o.space != KP_SPACE_LOCAL)
            kp_objs_add(f->unit, out, o);
        return;
    }
    if (o.sym == callee->this_sym) {
        const struct kp_node *object = kp_call_object(call);

        if (object && o.pointee)
            pointees_of_lvalue(f, object, out);
        else if (object)
            kp_lvalue_objs(f, object, out);
        else
            add_unknown(f, out);
        return;
    }
    for (unsigned i = 0;; i++) {
        const struct kp_node *param = kp_child(callee->decl, i);
        const struct kp_node *arg = kp_argument(call, i);

        if (!param || param->kind != KP_PARAM) {
            add_unknown(f, out);
            return;
        }
        if (param->sym != o.sym)
            continue;
        if (!arg)
            add_unknown(f, out);
        else if (is_reference(o.sym) && !o.pointee)
            kp_lvalue_objs(f, arg, out);
        else
            kp_value_objs(f, arg, out);
        return;
    }
}

static void call_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->unit, call);
    struct kp_func *callee;

    if (rule) {
        const struct kp_node *arg =
            rule->address_of >= 0 ? kp_argument(call, (unsigned)rule->address_of) : NULL;

        if (arg)
            kp_value_objs(f, arg, out);
        return;
    }
    callee = call->sym ? kp_func_get(f->unit, call->sym, true) : NULL;
    if (!callee || !kp_summary(f->unit, call->sym)) {
        add_unknown(f, out);
        return;
    }
    for (size_t i = 0; i < callee->returned.list.n; i++)
        substitute(f, call, callee->returned.list.v[i], callee, out);
}

static bool may_hold_pointer(const struct kp_type *t)
{
    if (!t)
        return true;
    if (t->is_dependent)
        return true;
    return t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE ||
           t->kind == KP_TYPE_RECORD || t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_OTHER ||
           t->kind == KP_TYPE_DEPENDENT;
}

void kp_value_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    if (!e)
        return;
    if (e->kind != KP_INIT_LIST && kp_is_array_lvalue(e)) {
        kp_lvalue_objs(f, e, out);
        return;
    }
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            break;
        if (e->sym->kind == KP_SYM_PARAM && may_hold_pointer(e->sym->type)) {
            param_pointee(f, e->sym, out);
            if (f->sym->is_kernel) /* the kernel may have stored another pointer in it */
                add_all(f, out, &f->points_to[e->sym->id]);
        } else if (e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM) {
            if (is_reference(e->sym) && may_hold_pointer(e->sym->type->elem))
                pointees_of_lvalue(f, e, out);
            add_all(f, out, &f->points_to[e->sym->id]);
        }
        break;
    case KP_MEMBER:
    case KP_INDEX:
        if (may_hold_pointer(e->type))
            pointees_of_lvalue(f, e, out);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_ADDR)
            kp_lvalue_objs(f, e->first, out);
        else if (e->op == KP_OP_DEREF) {
            if (may_hold_pointer(e->type))
                pointees_of_lvalue(f, e, out);
        } else
            kp_value_objs(f, e->first, out);
        break;
    case KP_CALL:
    case KP_OPCALL:
        call_objs(f, e, out);
        break;
    case KP_THIS:
        kp_lvalue_objs(f, e, out);
        break;
    case KP_COND:
        kp_value_objs(f, kp_child(e, 1), out);
        kp_value_objs(f, kp_child(e, 2), out);
        break;
    case KP_ASSIGN:
        kp_value_objs(f, kp_child(e, 1), out);
        kp_value_objs(f, e->first, out);
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_REFERENCE)
            kp_lvalue_objs(f, e->first, out);
        else
            kp_value_objs(f, e->first, out);
        break;
    case KP_BINARY:
        if (e->op == KP_OP_COMMA)
            kp_value_objs(f, kp_child(e, 1), out);
        else
            kp_each_child(c, e) kp_value_objs(f, c, out);
        break;
    case KP_INIT_LIST:
    case KP_CONSTRUCT:
    case KP_UNKNOWN:
        kp_each_child(c, e) kp_value_objs(f, c, out);
        break;
    default:
        break;
    }
}

void kp_lvalue_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    const struct kp_node *b = e ? e->first : NULL;

    if (!e)
        return;
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            add_unknown(f, out);
        else if (e->sym->kind == KP_SYM_PARAM && is_reference(e->sym)) {
            if (f->parametric)
                kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, e->sym, false});
            else
                add_all(f, out, &f->points_to[e->sym->id]);
        } else if (e->sym->kind == KP_SYM_VAR && is_reference(e->sym))
            add_all(f, out, &f->points_to[e->sym->id]);
        else if ((e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM) &&
                 !e->sym->from_prelude) /* threadIdx and its like are registers */
            kp_objs_add(f->unit, out, (struct kp_obj){e->sym->space, e->sym, false});
        break; /* a function, an enumerator: no object */
    case KP_INDEX:
        if (b && kp_is_array_lvalue(b))
            kp_lvalue_objs(f, b, out);
        else
            kp_value_objs(f, b, out);
        break;
    case KP_MEMBER:
        if (b && (e->is_arrow || b->kind == KP_THIS))
            kp_value_objs(f, b, out);
        else if (b)
            kp_lvalue_objs(f, b, out);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF)
            kp_value_objs(f, b, out);
        else if (e->op == KP_OP_PREINC || e->op == KP_OP_PREDEC)
            kp_lvalue_objs(f, b, out);
        break;
    case KP_THIS:
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, f->this_sym, false});
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_POINTER)
            kp_value_objs(f, b, out);
        else
            kp_lvalue_objs(f, b, out);
        break;
    case KP_COND:
        kp_lvalue_objs(f, kp_child(e, 1), out);
        kp_lvalue_objs(f, kp_child(e, 2), out);
        break;
    case KP_ASSIGN:
        kp_lvalue_objs(f, b, out);
        break;
    case KP_BINARY:
        if (e->op == KP_OP_COMMA)
            kp_lvalue_objs(f, kp_child(e, 1), out);
        break;
    case KP_CALL:
    case KP_OPCALL:
        call_objs(f, e, out);
        break;
    case KP_UNKNOWN:
        kp_each_child(c, e) kp_lvalue_objs(f, c, out);
        break;
    default: /* a temporary: no object that anybody else can reach */
        break;
    }
}

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
    add_all(f, known, &found);
    return known->list.n != before;
}

/* cvta and its like: the output points where the inputs point. */
static bool learn_asm(struct kp_func *f, const struct kp_node *n)
{
    struct kp_asm_rule rule = {0};
    bool grew = false;
    unsigned i = 0;

    if (n->name && kp_rule_asm(f->unit->rules, n->name, &rule) && !rule.makes_address)
        return false;
    kp_each_child(out, n)
    {
        const struct kp_sym *v = i++ < n->asm_outputs ? stored_into(out) : NULL;
        unsigned k = 0;

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

    add_all(f, &f->points_to[v->id], found);
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

/* A call that is handed a local by reference, or as its object, may put any pointer into it. */
static bool learn_call(struct kp_func *f, const struct kp_node *call)
{
    const struct kp_node *object = kp_call_object(call), *arg;
    struct kp_objs unknown = {0};
    bool grew = false;

    if (call->first && call->first->kind == KP_REF && call->first->sym &&
        call->first->sym->is_lambda)
        object = NULL;
    add_unknown(f, &unknown);
    if (object && call->sym && !call->sym->is_const_method && stored_into(object) &&
        stored_into(object)->type && stored_into(object)->type->kind == KP_TYPE_RECORD)
        grew |= add_pointee(f, stored_into(object), &unknown);
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++) {
        const struct kp_node *p =
            call->sym && call->sym->decl ? kp_child(call->sym->decl, i) : NULL;
        const struct kp_type *t = p && p->kind == KP_PARAM ? p->sym->type : NULL;
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

/* One pass over the body; true when a set grew. */
static bool learn_from(struct kp_func *f, const struct kp_node *n)
{
    bool grew = false;

    if (n->kind == KP_VAR && n->has_init && n->sym)
        grew = learn(f, n->sym, n->last, is_reference(n->sym));
    else if (n->kind == KP_ASSIGN) {
        const struct kp_sym *v = stored_into(n->first);

        if (v && !(n->first->kind == KP_REF && is_reference(v)))
            grew = learn(f, v, kp_child(n, 1), false);
        else
            grew = learn_indirect(f, n->first, kp_child(n, 1));
    } else if (n->kind == KP_ASM)
        grew = learn_asm(f, n);
    else if (is_visible_call(f, n))
        grew = learn_call(f, n);
    else if (n->kind == KP_RETURN && n->first && n->first->kind != KP_NONE) {
        size_t before = f->returned.list.n;
        const struct kp_type *t = f->sym->type;

        if (f->decl->kind == KP_LAMBDA) { /* its result type is not known */
            kp_lvalue_objs(f, n->first, &f->returned);
            kp_value_objs(f, n->first, &f->returned);
        } else if (t && t->kind == KP_TYPE_REFERENCE)
            kp_lvalue_objs(f, n->first, &f->returned);
        else if (may_hold_pointer(t))
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
            if (arg && caller && !is_reference(p->sym))
                kp_value_objs(caller, arg, &f->points_to[p->sym->id]);
            else if (arg && caller)
                kp_lvalue_objs(caller, arg, &f->points_to[p->sym->id]);
            else
                add_unknown(f, &f->points_to[p->sym->id]);
        }
    }
    kp_each_child(c, n) bind_params(f, c, in, calls);
}

static void bind_unseen(struct kp_func *f)
{
    kp_each_child(p, f->decl) if (p->kind == KP_PARAM) add_unknown(f, &f->points_to[p->sym->id]);
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
    f->busy = false;
    return f;
}
