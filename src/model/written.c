/* Who writes a local variable: what the effects say, and what they cannot say of constructs that
 * nobody sees through. */
#include "model/written.h"

#include "front/tree.h"
#include "model/access.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"

/* What a parameter points to, in another space, goes by the parameter's name. */
static bool has_store(const struct kp_effects *e, const struct kp_sym *v, bool in_any_space)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == v && kp_is_store(&e->access.v[i]) &&
            (in_any_space || e->access.v[i].space == KP_SPACE_LOCAL) &&
            e->access.v[i].at != v->decl)
            return true;
    return false;
}

bool kp_writes_local(struct kp_func *f, const struct kp_node *n, const struct kp_sym *v)
{
    return has_store(kp_effects_at(f, n), v, false);
}

const struct kp_node *kp_plain_write(const struct kp_access *a)
{
    const struct kp_node *n = a->at->kind == KP_REF ? a->at->parent : a->at;
    bool by_name = !a->in && !a->through_pointer && n && n->first && n->first->kind == KP_REF &&
                   n->first->sym == a->base;

    return by_name && (n->kind == KP_ASSIGN ||
                       (n->kind == KP_UNARY && n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC))
               ? n
               : NULL;
}

/* ---- ways to the variable ------------------------------------------------------------------ */

/* True if the lvalue may denote the variable. */
static bool denotes(const struct kp_node *n, const struct kp_sym *v)
{
    switch (n->kind) {
    case KP_REF:
        return n->sym == v;
    case KP_INDEX: /* the variable is no array */
        return false;
    case KP_MEMBER:
        return !n->is_arrow && denotes(n->first, v);
    case KP_UNARY:
        return n->op != KP_OP_DEREF && denotes(n->first, v);
    default:
        kp_each_child(c, n) if (denotes(c, v)) return true;
        return false;
    }
}

/* `{i}` of a class of the program: a member may be a reference. */
static bool makes_record_of(const struct kp_node *n, const struct kp_sym *v)
{
    if (n->kind != KP_INIT_LIST || !n->type || n->type->kind != KP_TYPE_RECORD ||
        (n->type->decl && n->type->decl->from_prelude))
        return false;
    kp_each_child(c, n) if (c->kind == KP_REF && c->sym == v) return true;
    return false;
}

static bool is_address(const struct kp_node *n, const struct kp_sym *v)
{
    return n->kind == KP_UNARY && n->op == KP_OP_ADDR && denotes(n->first, v);
}

bool kp_is_exposed(const struct kp_node *n, const struct kp_sym *v)
{
    bool refers = n->kind == KP_VAR && n->has_init && n->sym && n->sym->type &&
                  n->sym->type->kind == KP_TYPE_REFERENCE;

    if (is_address(n, v) || (n->kind == KP_LAMBDA && kp_count_refs(n, v)) ||
        (refers && denotes(n->last, v)) || makes_record_of(n, v))
        return true;
    kp_each_child(c, n) if (kp_is_exposed(c, v)) return true;
    return false;
}

static bool has_address(const struct kp_node *n, const struct kp_sym *v)
{
    kp_each_below(x, n) if (is_address(x, v)) return true;
    return false;
}

/* The variable that an lvalue is, or is a part of. */
static bool is_part_of(const struct kp_node *lvalue, const struct kp_sym *v)
{
    while (lvalue->kind == KP_INDEX || lvalue->kind == KP_MEMBER || lvalue->kind == KP_CAST)
        lvalue = lvalue->first;
    return lvalue->kind == KP_REF && lvalue->sym == v;
}

/* True if a call or assembly gets the variable, which may take it by reference. What no tree shows
 * may name it. */
static bool is_handed(const struct kp_node *n, const struct kp_sym *v)
{
    bool takes = n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT ||
                 n->kind == KP_ASM || kp_is_made_unseen(n);

    if (n->kind == KP_UNKNOWN)
        return true;
    kp_each_child(c, n) if ((takes && is_part_of(c, v)) || is_handed(c, v)) return true;
    return false;
}

/* True if the code, whose effects these are, may write it where nobody sees. */
static bool may_be_reached(struct kp_func *f, const struct kp_effects *e, const struct kp_node *n,
                           const struct kp_sym *v)
{
    return kp_store_to(e, NULL, KP_SPACE_UNKNOWN) && (is_handed(n, v) || kp_is_exposed(f->body, v));
}

bool kp_may_write(struct kp_func *f, const struct kp_node *n, const struct kp_sym *v)
{
    return kp_writes_local(f, n, v) || kp_is_exposed(n, v) ||
           may_be_reached(f, kp_effects_at(f, n), n, v);
}

/* ---- in the whole function ----------------------------------------------------------------- */

/* `int x = x;` has no value that could be followed. */
static bool is_of_itself(const struct kp_sym *v)
{
    const struct kp_node *d = v->decl;

    return d && d->kind == KP_VAR && d->has_init && d->last && kp_count_refs(d->last, v);
}

static bool is_changed(struct kp_func *f, const struct kp_sym *v)
{
    const struct kp_effects *e = kp_function_effects(f);

    return is_of_itself(v) || has_store(e, v, v->kind != KP_SYM_PARAM) || has_address(f->body, v) ||
           may_be_reached(f, e, f->body, v);
}

/* It is asked for again and again: found once for each symbol. */
bool kp_is_changed(struct kp_func *f, const struct kp_sym *v)
{
    enum { NOT_ASKED, NO, YES };

    if (!f->changed)
        f->changed = kp_new_array(f->unit->arena, uint8_t, kp_sym_count(f->unit) + 1);
    if (f->changed[v->id] == NOT_ASKED)
        f->changed[v->id] = is_changed(f, v) ? YES : NO;
    return f->changed[v->id] == YES;
}

bool kp_single_definition(struct kp_func *f, const struct kp_sym *v)
{
    return v->kind == KP_SYM_VAR && v->decl && v->decl->kind == KP_VAR && v->decl->has_init &&
           !v->n_dims && kp_is_inside(v->decl, f->body) && !kp_is_changed(f, v);
}

bool kp_only_steps(struct kp_func *f, const struct kp_sym *v)
{
    const struct kp_effects *e = kp_function_effects(f);

    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        const struct kp_node *write = kp_plain_write(a), *by;
        const struct kp_sym *stepped;
        int sign;

        if (a->base == v && a->space == KP_SPACE_LOCAL && kp_is_store(a) && a->at != v->decl &&
            !(write && kp_step_of(write, &stepped, &by, &sign)))
            return false;
    }
    return (v->kind == KP_SYM_PARAM || kp_is_inside(v->decl, f->body)) && !is_of_itself(v) &&
           !kp_is_exposed(f->body, v) && !may_be_reached(f, e, f->body, v);
}

bool kp_keeps_argument(struct kp_func *f, const struct kp_sym *v)
{
    return v->kind == KP_SYM_PARAM && v->type && v->type->kind != KP_TYPE_REFERENCE &&
           !kp_is_changed(f, v);
}
