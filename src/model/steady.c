#include "model/steady.h"

enum { MAX_DEPTH = 20 };

static void widen_by(struct kp_span *s, struct kp_span by)
{
    if (by.begin < s->begin)
        s->begin = by.begin;
    if (by.end > s->end)
        s->end = by.end;
}

struct kp_span kp_copies_span(const struct kp_copy *a, const struct kp_copy *b)
{
    struct kp_span s = a->loops.n ? a->loops.v[0]->span : a->node->span;

    widen_by(&s, b->loops.n ? b->loops.v[0]->span : b->node->span);
    return s;
}

/* True if one of the loops around the copy counts by the variable. */
static bool is_counter(const struct kp_copy *c, const struct kp_sym *v)
{
    struct kp_counted counted;

    for (size_t i = 0; c && i < c->loops.n; i++)
        if (kp_counts(c->loops.v[i], &counted) && counted.v == v)
            return true;
    return false;
}

/* True in the init or the step of a for loop. */
static bool is_in_header(const struct kp_node *n)
{
    for (; n && n->kind != KP_COMPOUND; n = n->parent)
        if (n->parent && n->parent->kind == KP_FOR && n != kp_loop_body(n->parent))
            return n == kp_loop_init(n->parent) || n == kp_loop_step(n->parent);
    return false;
}

static bool is_stored(const struct kp_loop *l, const struct kp_sym *v, struct kp_span within,
                      bool counter)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        for (size_t k = 0; k < l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &l->stmts.v[i].effects.access.v[k];

            if (a->base != v || a->space != KP_SPACE_LOCAL || !kp_is_store(a))
                continue;
            if (a->at->file != 0 ||
                (a->at->span.begin < within.end && a->at->span.end > within.begin &&
                 !(counter && is_in_header(a->at))))
                return true;
        }
    return false;
}

static bool steady(struct kp_func *f, const struct kp_loop *l, const struct kp_node *e,
                   struct kp_span within, const struct kp_copy *c, int depth)
{
    const struct kp_sym *v = e->kind == KP_REF ? e->sym : NULL;

    if (depth > MAX_DEPTH)
        return false;
    if (v && (v->kind == KP_SYM_VAR || v->kind == KP_SYM_PARAM) && !v->from_prelude &&
        v->space == KP_SPACE_LOCAL) {
        if (kp_single_definition(f, v)) {
            if (kp_declared_in(v, l->node))
                widen_by(&within, v->decl->span);
            return steady(f, l, v->decl->last, within, c, depth + 1);
        }
        return !is_stored(l, v, within, is_counter(c, v));
    }
    kp_each_child(child, e) if (!steady(f, l, child, within, c, depth + 1)) return false;
    return true;
}

bool kp_is_steady(struct kp_func *f, const struct kp_loop *l, const struct kp_node *e,
                  struct kp_span within, const struct kp_copy *c)
{
    return steady(f, l, e, within, c, 0);
}

bool kp_is_still_so(struct kp_func *f, const struct kp_loop *l, const struct kp_node *var,
                    const struct kp_node *use)
{
    struct kp_span within = {var->span.begin, use->span.end};

    for (const struct kp_node *n = use; n && !kp_is_inside(var, n); n = n->parent)
        if (kp_is_loop(n)) /* what is behind the use is in front of the next one */
            within.end = n->span.end;
    return kp_is_steady(f, l, var->last, within, NULL);
}
