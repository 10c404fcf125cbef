#include "widen/vector.h"

bool kp_vector_is_counter(const struct kp_vector *p, const struct kp_node *e)
{
    return p->counter ? e->kind == KP_REF && e->sym == p->counter
                      : kp_builtin_axis(e, "threadIdx") == 'x';
}

bool kp_is_index_type(const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t && t->kind == KP_TYPE_INT && !t->is_dependent && t->size >= 4;
}

const struct kp_node *kp_vector_definition(const struct kp_vector *p, const struct kp_node *e)
{
    const struct kp_node *init;

    if (e->kind != KP_REF || !e->sym || !kp_single_definition(p->f, e->sym))
        return NULL;
    init = kp_first_value(e->sym->decl);
    return init->kind == KP_INIT_LIST ? NULL : init;
}

const struct kp_node *kp_vector_trip_loop(const struct kp_vector *p, const struct kp_sym *s)
{
    for (const struct kp_node *n = s->decl; n && n != p->copy->parent; n = n->parent)
        if (n->kind == KP_FOR)
            return kp_loop_init(n) && kp_is_inside(s->decl, kp_loop_init(n)) &&
                           !kp_may_write(p->f, kp_loop_body(n), s)
                       ? n
                       : NULL;
    return NULL;
}

/* The member of threadIdx that a function without parameters returns, and nothing else: `tid()`.
 * Any other call is itself. */
static const struct kp_node *returned_index(const struct kp_node *call)
{
    const struct kp_node *decl = call->sym && !kp_argument(call, 0) ? call->sym->decl : NULL;
    const struct kp_node *body = decl && decl->kind == KP_FUNCTION ? decl->last : NULL;
    const struct kp_node *e =
        body && body->kind == KP_COMPOUND && body->n_children == 1 && body->first->kind == KP_RETURN
            ? body->first->first
            : NULL;

    while (e && e->kind == KP_CAST && kp_is_index_type(e->type))
        e = e->first;
    return e && kp_is_index_type(call->type) && kp_builtin_axis(e, "threadIdx") ? e : call;
}

const struct kp_node *kp_vector_resolved(struct kp_func *f, const struct kp_node *e)
{
    for (int depth = 0; depth < 20; depth++) {
        if (e->kind == KP_CALL)
            return returned_index(e);
        if (e->kind == KP_REF && e->sym && kp_is_index_type(e->type) &&
            kp_single_definition(f, e->sym))
            e = e->sym->decl->last;
        else if ((e->kind == KP_CAST && e->type && e->type->kind == KP_TYPE_INT &&
                  e->type->size >= 4) ||
                 (e->kind == KP_INIT_LIST && e->n_children == 1))
            e = e->first;
        else
            break;
    }
    return e;
}
