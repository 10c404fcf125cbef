/* Which lanes of a warp come to a place in a kernel. */
#include "model/lanes.h"

enum { ALL = -1 };

static uint32_t exact_yes(const struct kp_lanes *v)
{
    uint32_t yes = 0;

    for (int l = 0; l < KP_WARP; l++)
        if (v->at[l])
            yes |= (uint32_t)1 << l;
    return yes;
}

/* `row < M`: an index against a size. At the edge of the data some lanes stay behind; everywhere
 * else all come. A comparison for equality picks lanes, nobody knows which. */
static bool bound(struct kp_warp *w, const struct kp_node *n, uint32_t *yes)
{
    struct kp_lanes a, b;

    if (n->op != KP_OP_LT && n->op != KP_OP_LE && n->op != KP_OP_GT && n->op != KP_OP_GE)
        return false;
    a = kp_lanes_value(w, n->first);
    b = kp_lanes_value(w, kp_child(n, 1));
    if (!a.known || !b.known || (kp_lanes_exact(&a) && kp_lanes_exact(&b)))
        return false;
    *yes = (uint32_t)ALL;
    return true;
}

bool kp_lanes_condition(struct kp_warp *w, const struct kp_node *n, uint32_t *yes)
{
    struct kp_lanes v = kp_lanes_value(w, n);
    uint32_t a, b;

    if (kp_lanes_exact(&v)) {
        *yes = exact_yes(&v);
        return true;
    }
    if (kp_lanes_uniform(&v)) {
        *yes = (uint32_t)ALL;
        return true;
    }
    if (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR)) {
        if (!kp_lanes_condition(w, n->first, &a) || !kp_lanes_condition(w, kp_child(n, 1), &b))
            return false;
        *yes = n->op == KP_OP_LAND ? a & b : a | b;
        return true;
    }
    if (n->kind == KP_UNARY && n->op == KP_OP_LNOT) {
        /* the negation of a bound is a bound, of what is exact the rest */
        struct kp_lanes inner = kp_lanes_value(w, n->first);

        if (kp_lanes_exact(&inner)) {
            *yes = ~exact_yes(&inner);
            return true;
        }
        return n->first->kind == KP_BINARY && bound(w, n->first, yes);
    }
    return n->kind == KP_BINARY && bound(w, n, yes);
}

/* The lanes for which the condition does not hold; a bound holds nowhere then, or everywhere. */
static bool otherwise(struct kp_warp *w, const struct kp_node *n, uint32_t *yes)
{
    struct kp_lanes v = kp_lanes_value(w, n);
    uint32_t a, b;

    if (kp_lanes_exact(&v)) {
        *yes = ~exact_yes(&v);
        return true;
    }
    if (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR)) {
        if (!otherwise(w, n->first, &a) || !otherwise(w, kp_child(n, 1), &b))
            return false;
        *yes = n->op == KP_OP_LOR ? a & b : a | b;
        return true;
    }
    return kp_lanes_condition(w, n, yes);
}

static bool ends_early(const struct kp_node *n)
{
    if (n->kind == KP_RETURN || n->kind == KP_CONTINUE || n->kind == KP_BREAK)
        return true;
    return n->kind == KP_COMPOUND && n->last && ends_early(n->last);
}

/* `if (c) return;` in front of the statement: those that go on are the others. */
static bool exits(struct kp_warp *w, const struct kp_node *stmt, uint32_t *active)
{
    uint32_t yes;

    kp_each_child(s, stmt->parent)
    {
        if (s == stmt)
            return true;
        if (s->kind != KP_IF || !ends_early(kp_child(s, 2)))
            continue;
        if (!otherwise(w, kp_child(s, 1), &yes))
            return false;
        *active &= yes;
    }
    return true;
}

static bool first_trip(struct kp_warp *w, const struct kp_node *loop, uint32_t *yes)
{
    bool ok;

    w->first_trip = loop;
    ok = kp_lanes_condition(w, kp_loop_condition(loop), yes);
    w->first_trip = NULL;
    return ok;
}

bool kp_lanes_active(struct kp_warp *w, const struct kp_node *n, uint32_t *active)
{
    uint32_t yes;

    *active = w->lanes == KP_WARP ? (uint32_t)ALL : ((uint32_t)1 << w->lanes) - 1;
    for (const struct kp_node *p = n->parent, *c = n; p && p->kind != KP_FUNCTION;
         c = p, p = p->parent) {
        const struct kp_node *condition = NULL;
        bool ok = true;

        yes = (uint32_t)ALL;
        if (p->kind == KP_LAMBDA)
            return false;
        if (p->kind == KP_COMPOUND)
            ok = exits(w, c, active);
        else if (p->kind == KP_IF && c == kp_child(p, 2))
            condition = kp_child(p, 1);
        else if (p->kind == KP_IF && c == kp_child(p, 3))
            ok = otherwise(w, kp_child(p, 1), &yes);
        else if (p->kind == KP_COND && c == kp_child(p, 1))
            condition = p->first;
        else if (p->kind == KP_COND && c == kp_child(p, 2))
            ok = otherwise(w, p->first, &yes);
        else if (p->kind == KP_BINARY && p->op == KP_OP_LAND && c != p->first)
            condition = p->first;
        else if (p->kind == KP_BINARY && p->op == KP_OP_LOR && c != p->first)
            ok = otherwise(w, p->first, &yes);
        else if (p->kind == KP_SWITCH && c != p->first && kp_thread_dependent(w->f, p->first, NULL))
            ok = false;
        else if (kp_is_loop(p) && c == kp_loop_body(p) && kp_loop_condition(p))
            ok = first_trip(w, p, &yes);
        if (condition)
            ok = kp_lanes_condition(w, condition, &yes);
        if (!ok)
            return false;
        *active &= yes;
    }
    return true;
}
