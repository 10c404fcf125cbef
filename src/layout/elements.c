/* Checks that the text names nothing but single elements of an array, and uses them where it names
 * them: then an index beyond its dimension is undefined in C++, in whatever block. */
#include "layout/laying.h"

static bool is_used_here(const struct kp_node *n);

/* Scalars, and CUDA's vectors of them. */
static bool is_plain(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t && t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_POINTER &&
           (t->kind != KP_TYPE_RECORD || (t->decl && t->decl->from_prelude));
}

static bool is_given_to_cuda(const struct kp_node *n)
{
    return n->kind == KP_CALL && n->sym && n->sym->from_prelude;
}

static bool is_given_by_value(const struct kp_node *call, const struct kp_node *argument)
{
    const struct kp_node *function = call->sym ? call->sym->decl : NULL, *param;

    if (!function || function->kind != KP_FUNCTION)
        return false;
    param = function->first;
    for (unsigned i = 0; param && param->kind == KP_PARAM; i++, param = param->next)
        if (kp_argument(call, i) == argument)
            return param->sym && is_plain(param->sym->type);
    return false;
}

/* &As[i][j], which is read or written as a plain type, or handed to a function of CUDA's. */
static bool address_is_used_here(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    for (; p->kind == KP_CAST; p = p->parent)
        n = p;
    return is_given_to_cuda(p) ||
           (p->kind == KP_UNARY && p->op == KP_OP_DEREF && p->type &&
            p->type->kind != KP_TYPE_ARRAY && is_plain(p->type) && is_used_here(p));
}

/* True if what a function returns is no place of its caller's. */
static bool returns_value(const struct kp_node *n)
{
    while (n && n->kind != KP_LAMBDA && n->kind != KP_FUNCTION)
        n = n->parent;
    return n && n->kind == KP_LAMBDA && !n->may_give_place;
}

/* True if the place that the expression names is read or written here: nothing keeps its address,
 * from which others could be reached. */
static bool is_used_here(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    switch (p->kind) {
    case KP_COMPOUND:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
    case KP_LABEL:
    case KP_ASM:
    case KP_SIZEOF:
        return true;
    case KP_VAR:
        return p->sym && is_plain(p->sym->type);
    case KP_INIT_LIST:
    case KP_CONSTRUCT:
    case KP_CAST: /* it may name the same place: a reference's list, a cast to a reference */
        return is_plain(p->type) && is_used_here(p);
    case KP_UNARY:
        if (p->op == KP_OP_ADDR)
            return address_is_used_here(p);
        return (p->op != KP_OP_PREINC && p->op != KP_OP_PREDEC) || is_used_here(p);
    case KP_BINARY:
        return p->op != KP_OP_COMMA || p->first == n || is_used_here(p);
    case KP_ASSIGN:
    case KP_COND:
        return (p->kind == KP_ASSIGN) != (p->first == n) || is_used_here(p);
    case KP_INDEX:
        return p->first != n;
    case KP_MEMBER:
        return is_used_here(p);
    case KP_RETURN:
        return returns_value(p);
    case KP_CALL:
        return is_given_to_cuda(p) || is_given_by_value(p, n);
    default:
        return false;
    }
}

bool kp_names_elements(const struct kp_sym *s, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym == s) {
        const struct kp_node *e = n;
        unsigned indices = 0;
        bool is_flat;

        for (; e->parent && e->parent->kind == KP_INDEX && e->parent->first == e; e = e->parent)
            indices++;
        is_flat = indices > 1 && kp_child(e->first, 1)->has_value && !kp_child(e, 1)->has_value;
        return indices == s->n_dims && !is_flat && is_used_here(e);
    }
    kp_each_child(c, n) if (!kp_names_elements(s, c)) return false;
    return true;
}

bool kp_fits_any_block(const struct kp_fn *fn, const struct kp_laid_array *a,
                       const struct kp_toucher *t)
{
    const struct kp_value *v = kp_fn_value(fn, t->value);
    bool may_be_unaligned = v->op == KP_FN_LOAD || v->op == KP_FN_STORE;

    if (a->to.more < 0 || a->to.more % t->aligned != 0 || (a->to.chunks && t->aligned > KP_CHUNK))
        return false;
    if (t->touch.bytes <= a->element && !t->touch.lines)
        return true;
    return t->touch.bytes <= t->aligned && a->row % t->aligned == 0 &&
           (!may_be_unaligned || kp_fn_value(fn, t->address)->promised >= t->touch.bytes);
}
