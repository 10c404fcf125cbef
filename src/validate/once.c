/* Each effect of an expression is executed once. What is left out, or done twice, is a part of the
 * program that the comparison does not see. */
#include "front/tree.h"
#include "validate/run.h"

struct once {
    struct kp_run *r;
    size_t from; /* the first one that counts */
};

void kp_note_effect(struct kp_run *r, const struct kp_node *n, bool is_whole)
{
    struct kp_effect e = {n, is_whole};

    kp_push(r->arena, &r->effects, e);
}

static size_t times(const struct once *o, const struct kp_node *n, bool is_whole)
{
    size_t count = 0;

    for (size_t i = o->from; i < o->r->effects.n; i++)
        count += o->r->effects.v[i].node == n && o->r->effects.v[i].is_whole == is_whole;
    return count;
}

/* True if something in it was executed as well. */
static bool has_parts(const struct once *o, const struct kp_node *n)
{
    for (size_t i = o->from; i < o->r->effects.n; i++)
        if (o->r->effects.v[i].node != n && kp_is_inside(o->r->effects.v[i].node, n))
            return true;
    return false;
}

bool kp_assigns(const struct kp_node *n)
{
    return n->kind == KP_ASSIGN || (n->is_plain && n->op >= KP_OP_ASSIGN);
}

bool kp_has_effect(struct kp_run *r, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_ASSIGN:
    case KP_ASM:
    case KP_NEW_DELETE:
    case KP_UNKNOWN:
        return true;
    case KP_UNARY:
        return kp_is_step(n);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        return n->is_plain ? kp_assigns(n) : !kp_is_empty_constructor(n) && !kp_is_pure(r, n);
    default:
        return false;
    }
}

bool kp_may_change(struct kp_run *r, const struct kp_node *n)
{
    if (kp_has_effect(r, n))
        return true;
    kp_each_child(c, n) if (kp_may_change(r, c)) return true;
    return false;
}

/* `may`: it depends on a condition. */
static bool is_once(const struct once *o, const struct kp_node *n, bool may)
{
    size_t wholes = times(o, n, true), own;

    if (wholes)
        return wholes == 1 && !has_parts(o, n);
    if (n->kind == KP_SIZEOF || n->kind == KP_LAMBDA)
        return true;
    if (kp_has_effect(o->r, n)) {
        own = times(o, n, false);
        if (own != 1)
            return !own && may;
    }
    kp_each_child(c, n)
    {
        bool is_chosen = n->kind == KP_COND ||
                         (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR));

        if (!is_once(o, c, may || (is_chosen && c != n->first)))
            return false;
    }
    return true;
}

size_t kp_begin_whole(struct kp_run *r)
{
    r->wholes++;
    return r->effects.n;
}

void kp_end_whole(struct kp_run *r, size_t from, const struct kp_node *n)
{
    const struct once o = {r, from};

    if (!r->lost && !is_once(&o, n, false))
        kp_lose(r, "an effect in an operand");
    if (!--r->wholes)
        r->effects.n = 0;
}

kp_term kp_run_whole(struct kp_run *r, const struct kp_node *n)
{
    size_t from = kp_begin_whole(r);
    kp_term value = kp_run_eval(r, n);

    kp_end_whole(r, from, n);
    return value;
}
