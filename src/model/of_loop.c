#include "model/of_loop.h"

bool kp_is_tile(const struct kp_loop *l, const struct kp_sym *s)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->sym == s)
            return true;
    return false;
}

bool kp_is_alias(const struct kp_loop *l, const struct kp_sym *s, const struct kp_tile *t)
{
    for (size_t i = 0; i < l->aliases.n; i++)
        if (l->aliases.v[i].sym == s && (!t || l->aliases.v[i].tile == t))
            return true;
    return false;
}

bool kp_is_header_state(const struct kp_loop *l, const struct kp_sym *s)
{
    for (size_t i = 0; i < l->header_state.n; i++)
        if (l->header_state.v[i] == s)
            return true;
    return false;
}

bool kp_is_carried(const struct kp_loop *l, const struct kp_sym *s)
{
    for (size_t i = 0; i < l->carried.n; i++)
        if (l->carried.v[i].sym == s)
            return true;
    return false;
}

const struct kp_copy *kp_copy_at(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].node == n)
            return &l->copies.v[i];
    return NULL;
}

const struct kp_copy_loop *kp_copy_loop_at(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->copy_loops.n; i++)
        if (l->copy_loops.v[i].node == n)
            return &l->copy_loops.v[i];
    return NULL;
}

bool kp_holds_copy(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->copies.n; i++)
        if (kp_is_inside(l->copies.v[i].node, n))
            return true;
    return false;
}

bool kp_holds_site(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->sites.n; i++)
        if (kp_is_inside(l->sites.v[i].node, n))
            return true;
    return false;
}

/* Of a call, or in one: what a function reads of which only a rule is known. */
static bool is_argument(const struct kp_node *n)
{
    for (; n && n->kind != KP_CALL; n = n->parent)
        if (n->kind != KP_UNARY && n->kind != KP_CAST && n->kind != KP_INDEX && n->kind != KP_REF &&
            n->kind != KP_BINARY && n->kind != KP_MEMBER)
            return false;
    return n != NULL;
}

bool kp_is_read_of_call(const struct kp_loop *l, const struct kp_access *a)
{
    const struct kp_copy *copy = kp_copy_at(l, a->at);

    if ((!a->in && !is_argument(a->at)) || a->space != KP_SPACE_GLOBAL || a->mode != KP_READ ||
        (copy && copy->form == KP_COPY_ASYNC))
        return false;
    for (size_t i = 0; i < l->sites.n; i++)
        if (kp_is_inside(a->at, l->sites.v[i].node))
            return false;
    return true;
}
