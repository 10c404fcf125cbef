/* Stores into locals by way of pointers, references, calls and assembly: what the points-to sets
 * (points_to.c) know only in part, or not at all. */
#include "model/stores.h"

#include "front/lex.h"
#include "model/access.h"
#include "model/func.h"

const struct kp_sym *kp_stored_into(const struct kp_node *lhs)
{
    while (lhs && ((lhs->kind == KP_MEMBER && !lhs->is_arrow) ||
                   (lhs->kind == KP_INDEX && kp_is_array_lvalue(lhs->first))))
        lhs = lhs->first;
    return lhs && lhs->kind == KP_REF && lhs->sym &&
                   (lhs->sym->kind == KP_SYM_VAR || lhs->sym->kind == KP_SYM_PARAM)
               ? lhs->sym
               : NULL;
}

bool kp_add_pointee(struct kp_func *f, const struct kp_sym *v, const struct kp_objs *found)
{
    struct kp_objs *known = kp_pointees_of(f, v);
    size_t before = known->list.n;

    kp_objs_add_all(f, known, found);
    return known->list.n != before;
}

const struct kp_node *kp_parameter(const struct kp_sym *callee, unsigned i)
{
    const struct kp_node *decl = callee ? callee->decl : NULL, *p;

    if (decl && callee->is_lambda && decl->has_init)
        decl = decl->last;
    p = decl ? kp_child(decl, i) : NULL;
    return p && p->kind == KP_PARAM ? p : NULL;
}

const struct kp_node *kp_parameter_of(const struct kp_node *call, unsigned i)
{
    return kp_parameter(call->sym, i);
}

/* ---- pointers that calls store behind pointers ----------------------------------------------- */

bool kp_holds_pointer(const struct kp_type *t)
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
                       (kp_is_reference(c->sym) || kp_holds_pointer(c->sym->type))) return true;
    return false;
}

/* Everything that can be come to by way of these objects. */
static void follow(struct kp_func *f, struct kp_objs *objects)
{
    for (size_t i = 0; i < objects->list.n; i++) {
        struct kp_obj o = objects->list.v[i];

        if (o.space == KP_SPACE_LOCAL && o.sym && !o.pointee && o.sym != f->this_sym)
            kp_objs_add_all(f, objects, kp_points_to(f, o.sym));
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
            kp_holds_pointer(o.sym->type))
            grew |= kp_add_pointee(f, o.sym, &unknown);
    }
    return grew;
}

bool kp_learn_ruled(struct kp_func *f, const struct kp_node *call, const struct kp_call_rule *rule)
{
    struct kp_objs objects = {0};
    const struct kp_node *arg;

    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if ((i < KP_RULE_ARGS ? rule->arg[i] : rule->rest) & KP_WRITE)
            kp_value_objs(f, arg, &objects);
    return forget(f, &objects);
}

/* ---- other stores by way of pointers ----------------------------------------------------------
 */

/* The operands of & below `n`, and what closures name: their calls may return it. */
static void add_taken(struct kp_func *f, const struct kp_node *n, bool in_closure,
                      struct kp_objs *out)
{
    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR)
        kp_lvalue_objs(f, n->first, out);
    if (n->kind == KP_REF && in_closure)
        kp_lvalue_objs(f, n, out);
    kp_each_child(c, n) add_taken(f, c, in_closure || n->kind == KP_LAMBDA, out);
}

/* By a pointer of which nobody knows where it points: any local whose address is taken, or that a
 * closure may hand out. */
static bool learn_anywhere(struct kp_func *f)
{
    struct kp_objs objects = {0};

    add_taken(f, f->body, false, &objects);
    return forget(f, &objects);
}

/* True if the place is a member of a union. What is stored there may be read as a pointer. */
static bool is_in_union(const struct kp_node *place)
{
    for (; place && (place->kind == KP_MEMBER || place->kind == KP_INDEX); place = place->first)
        if (place->kind == KP_MEMBER && (!place->sym || place->sym->is_of_union))
            return true;
    return false;
}

/* True if the place is an object's as it is declared: a member of its record, all of it. */
static bool is_as_declared(const struct kp_node *place, const struct kp_sym *object)
{
    const struct kp_type *t = object->type, *of = place->type;

    if (place->kind == KP_MEMBER)
        of = place->first ? place->first->type : NULL;
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (place->kind == KP_MEMBER && place->first && place->first->kind == KP_THIS)
        return !is_in_union(place) && place->sym && place->sym->parent && t &&
               t->decl == place->sym->parent;
    of = of && place->kind == KP_MEMBER && of->kind == KP_TYPE_POINTER ? of->elem : of;
    return !is_in_union(place) && t && of && t->kind == KP_TYPE_RECORD &&
           of->kind == KP_TYPE_RECORD && t->decl == of->decl;
}

/* What the callee may come to by parameter i. That it is const says nothing: members are mutable,
 * and const is cast away. */
static void add_reached(struct kp_func *f, const struct kp_node *call, unsigned i,
                        struct kp_objs *out)
{
    const struct kp_node *p = kp_parameter_of(call, i), *arg = kp_argument(call, i);
    const struct kp_type *t = p ? p->sym->type : NULL;

    if (!t || t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_DEPENDENT)
        kp_lvalue_objs(f, arg, out);
    kp_value_objs(f, arg, out);
}

/* A call that may store anything: into all that it can come to. */
static bool learn_reached(struct kp_func *f, const struct kp_node *call)
{
    struct kp_objs objects = {0};

    if (kp_call_object(call) && !(call->sym && call->sym->is_lambda))
        kp_call_object_objs(f, call, &objects);
    else if (call->kind == KP_CALL && call->sym && call->sym->is_method) { /* object() */
        kp_lvalue_objs(f, call->first, &objects);
        kp_value_objs(f, call->first, &objects);
    }
    for (unsigned i = 0; kp_argument(call, i); i++)
        add_reached(f, call, i, &objects);
    follow(f, &objects);
    return forget(f, &objects);
}

/* What a pointer is copied by, too. */
static bool is_byte(const struct kp_type *t)
{
    return t->kind == KP_TYPE_INT && t->size == 1;
}

/* True if the store into a local, or to nobody knows where, is one of a pointer or of what may be
 * read as one. */
static bool may_set_pointer(const struct kp_access *a)
{
    const struct kp_node *place = a->in ? a->in : a->at;
    const struct kp_type *t = place->kind == KP_CALL ? NULL : place->type;

    return !t || is_byte(t) || kp_holds_pointer(t) || !a->base || !is_as_declared(place, a->base);
}

bool kp_learn_called(struct kp_func *f, const struct kp_node *call)
{
    bool anywhere, grew = false;
    struct kp_objs stored = {0};
    struct kp_effects e = {0};

    if (call->sym && call->sym->is_lambda) { /* its body is here, but for what it is handed */
        grew = learn_reached(f, call);
        return kp_learn_passed(f, call) || grew;
    }
    kp_effects_of(f, call, &e);
    anywhere = (e.control_mask & (KP_CTL_UNKNOWN | KP_CTL_ASM)) != 0;
    for (size_t i = 0; !anywhere && i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];
        bool is_local = a->space == KP_SPACE_LOCAL && a->base;

        if (!kp_is_store(a) || !may_set_pointer(a))
            continue;
        if (is_local)
            kp_objs_add(f->unit, &stored, (struct kp_obj){a->space, a->base, false});
        else /* before that, what pointers point to is not known yet */
            anywhere = f->settled && a->space == KP_SPACE_UNKNOWN && !a->base;
    }
    if (anywhere)
        grew = learn_reached(f, call);
    if (anywhere && f->settled)
        grew |= learn_anywhere(f);
    return grew | forget(f, &stored);
}

bool kp_learn_union(struct kp_func *f, const struct kp_node *lhs)
{
    struct kp_objs to = {0};

    if (!is_in_union(lhs) || (lhs->type && lhs->type->kind == KP_TYPE_POINTER))
        return false;
    kp_lvalue_objs(f, lhs, &to);
    return forget(f, &to);
}

/* A number, where there may be a pointer or part of one. */
static bool learn_number(struct kp_func *f, const struct kp_node *lhs, const struct kp_objs *to)
{
    struct kp_objs others = {0};

    for (size_t i = 0; i < to->list.n; i++)
        if (to->list.v[i].sym && !is_as_declared(lhs, to->list.v[i].sym))
            kp_objs_add(f->unit, &others, to->list.v[i]);
    return forget(f, &others);
}

bool kp_learn_indirect(struct kp_func *f, const struct kp_node *lhs, const struct kp_node *value)
{
    struct kp_objs to = {0}, found = {0};
    bool grew = false, known = false;

    kp_value_objs(f, value, &found);
    kp_lvalue_objs(f, lhs, &to);
    if (!kp_holds_pointer(lhs->type) || lhs->type->kind == KP_TYPE_RECORD)
        grew = learn_number(f, lhs, &to);
    if (!found.list.n && !kp_may_hold_pointer(lhs->type))
        return grew;
    for (size_t i = 0; i < to.list.n; i++) {
        known |= to.list.v[i].space != KP_SPACE_UNKNOWN;
        if (to.list.v[i].space == KP_SPACE_LOCAL && to.list.v[i].sym && !to.list.v[i].pointee &&
            to.list.v[i].sym != f->this_sym)
            grew |= kp_add_pointee(f, to.list.v[i].sym, &found);
    }
    return grew | (f->settled && !known && kp_may_hold_pointer(lhs->type) && learn_anywhere(f));
}

bool kp_learn_handed(struct kp_func *f, const struct kp_node *operand, bool is_output)
{
    struct kp_objs objects = {0};

    if (is_output)
        kp_lvalue_objs(f, operand, &objects);
    else
        kp_value_objs(f, operand, &objects);
    return forget(f, &objects);
}
