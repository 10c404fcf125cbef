/* Coverage: whether the set of tile elements that an iteration writes is the same in every
 * iteration, as long as the tile lives. Only then may the tile have several buffers. */
#include "front/tree.h"
#include "facts/filled.h"
#include "model/access.h"
#include "model/branches.h"
#include "model/element.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/loop_parts.h"
#include "model/steady.h"
#include "model/steps.h"
#include "model/together.h"
#include "model/written.h"

/* ---- guards that an else makes irrelevant -------------------------------------------------- */

/* Variables of two copies' loops that run through the same values together. */
struct pairs {
    const struct kp_sym *a[KP_MAX_DIMS], *b[KP_MAX_DIMS];
    unsigned n;
    const struct kp_copy *copy; /* one of the two, .. */
    struct kp_span within;      /* .. and the places between which both stand */
};

static bool same_value(const struct kp_region *r, const struct pairs *p, const struct kp_node *a,
                       const struct kp_node *b, int depth);

static bool same_type(const struct kp_sym *s, const struct kp_sym *t)
{
    return s->type && t->type && kp_streq(s->type->spelling, t->type->spelling);
}

/* One variable that is not stored to between the two, or two that only their initialisers set, to
 * the same value. */
static bool same_variable(const struct kp_region *r, const struct pairs *p, const struct kp_node *a,
                          const struct kp_node *b, int depth)
{
    const struct kp_sym *s = a->sym, *t = b->sym;

    if (!s || !t)
        return false;
    for (unsigned i = 0; i < p->n; i++)
        if (p->a[i] == s || p->b[i] == t)
            return p->a[i] == s && p->b[i] == t;
    if (s == t) {
        struct kp_span within = p->within;

        if (!kp_same_node(a, b)) /* of another instance of a class */
            return false;
        if (kp_is_inside(a, r->l->node) && a->span.begin < within.begin)
            within.begin = a->span.begin;
        if (kp_is_inside(b, r->l->node) && b->span.begin < within.begin)
            within.begin = b->span.begin;
        return kp_is_steady(r->f, r->l, a, within, p->copy);
    }
    return same_type(s, t) && kp_single_definition(r->f, s) && kp_single_definition(r->f, t) &&
           same_value(r, p, kp_first_value(s->decl), kp_first_value(t->decl), depth + 1);
}

static bool same_value(const struct kp_region *r, const struct pairs *p, const struct kp_node *a,
                       const struct kp_node *b, int depth)
{
    const struct kp_node *x, *y;

    if (depth > 40)
        return false;
    if (a->kind == KP_REF && b->kind == KP_REF)
        return same_variable(r, p, a, b, depth);
    if (!kp_same_node(a, b))
        return false;
    for (x = a->first, y = b->first; x && y; x = x->next, y = y->next)
        if (!same_value(r, p, x, y, depth + 1))
            return false;
    return !x && !y;
}

/* True if two copy loops run through the same values. Pairs their variables. */
static bool same_header(const struct kp_region *r, struct pairs *p, const struct kp_node *a,
                        const struct kp_node *b)
{
    struct kp_counted s, t;

    if (a == b)
        return true;
    if (p->n == KP_MAX_DIMS || !kp_counts(a, &s) || !kp_counts(b, &t) || !s.from || !t.from ||
        !same_type(s.v, t.v) || !same_value(r, p, s.from, t.from, 0) || !kp_loop_condition(a) ||
        !kp_loop_condition(b))
        return false;
    if (kp_may_write(r->f, kp_loop_body(a), s.v) || kp_may_write(r->f, kp_loop_body(b), t.v))
        return false;
    p->a[p->n] = s.v;
    p->b[p->n++] = t.v;
    return same_value(r, p, kp_loop_condition(a), kp_loop_condition(b), 0) &&
           same_value(r, p, kp_loop_step(a), kp_loop_step(b), 0);
}

static bool same_target(const struct kp_region *r, const struct kp_copy *a, const struct kp_copy *b)
{
    struct pairs p = {.n = 0, .copy = a, .within = kp_copies_span(a, b)};

    if (a->tile != b->tile || a->irregular != b->irregular || a->form == KP_COPY_HELPER ||
        b->form == KP_COPY_HELPER || a->loops.n != b->loops.n || a->bytes != b->bytes)
        return false;
    for (size_t i = 0; i < a->loops.n; i++)
        if (!same_header(r, &p, a->loops.v[i], b->loops.v[i]))
            return false;
    return same_value(r, &p, a->dest, b->dest, 0);
}

static bool same_guards(const struct kp_copy *a, const struct kp_copy *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a->guards.v[i].cond != b->guards.v[i].cond ||
            a->guards.v[i].negated != b->guards.v[i].negated)
            return false;
    return true;
}

/* True if both stand in the same loops, which a jump may leave. */
static bool is_in_same_loops(const struct kp_copy *a, const struct kp_copy *b)
{
    for (size_t i = 0; i < a->loops.n; i++)
        if (a->loops.v[i] != b->loops.v[i])
            return false;
    return true;
}

/* Copy b stores the same element whenever a's innermost guard fails; or without that guard. Where a
 * jump may leave a loop, the two have to be the branches of one condition: what is reached of one
 * is reached of the other. */
static bool completes(const struct kp_region *r, const struct kp_copy *a, const struct kp_copy *b)
{
    size_t n = a->guards.n;

    if (!n || !same_target(r, a, b) ||
        (a->irregular && (b->guards.n != n || !is_in_same_loops(a, b))))
        return false;
    if (b->guards.n < n && same_guards(a, b, b->guards.n))
        return true;
    return b->guards.n == n && same_guards(a, b, n - 1) &&
           a->guards.v[n - 1].cond == b->guards.v[n - 1].cond &&
           a->guards.v[n - 1].negated != b->guards.v[n - 1].negated;
}

static bool drop_branches(const struct kp_region *r)
{
    bool changed = false;

    for (size_t i = 0; i < r->l->copies.n; i++) {
        const struct kp_copy *a = &r->l->copies.v[i];

        for (size_t k = a->guards.n; k-- > 0;)
            changed |= kp_drop_branches(r, a, k);
    }
    return changed;
}

static void complete_guards(const struct kp_region *r)
{
    struct kp_loop *l = r->l;
    bool changed;

    do {
        changed = false;
        for (size_t i = 0; i < l->copies.n; i++)
            for (size_t k = 0; k < l->copies.n; k++) {
                struct kp_copy *a = &l->copies.v[i], *b = &l->copies.v[k];

                if (i == k || !completes(r, a, b))
                    continue;
                if (b->guards.n == a->guards.n)
                    a->guards.n = --b->guards.n;
                else
                    a->guards.n = b->guards.n;
                changed = true;
            }
        changed |= drop_branches(r);
    } while (changed);
}

/* A loop around the copy whose step varies: it is the reason for all that its counter is in. */
static const struct kp_node *varying_step(const struct kp_region *r, const struct kp_copy *c)
{
    for (size_t i = 0; i < c->loops.n; i++) {
        struct kp_counted counted;

        if (kp_counts(c->loops.v[i], &counted) && counted.by && !kp_invariant(r, counted.by))
            return c->loops.v[i];
    }
    return NULL;
}

static bool is_loop_of(const struct kp_copy *c, const struct kp_node *n)
{
    for (size_t i = 0; i < c->loops.n; i++)
        if (c->loops.v[i] == n)
            return true;
    return false;
}

/* True if the jump is reached in the same trips of the copy's loops in every iteration. */
static bool jumps_alike(const struct kp_region *r, const struct kp_copy *c,
                        const struct kp_node *jump)
{
    const struct kp_node *n = jump;

    for (const struct kp_node *p = n->parent; n != c->loops.v[0]; n = p, p = p->parent) {
        if (p->kind == KP_COMPOUND || is_loop_of(c, p))
            continue; /* whose headers are asked for, too */
        if (p->kind != KP_IF || n == kp_child(p, 0) || n == kp_child(p, 1) ||
            kp_child(p, 0)->kind != KP_NONE || kp_child(p, 1)->kind == KP_VAR ||
            !kp_invariant(r, kp_child(p, 1)))
            return false;
    }
    return true;
}

/* A jump in the copy's loops that ends them, or a trip, in other trips than before. */
static const struct kp_node *varying_jump(const struct kp_region *r, const struct kp_copy *c,
                                          const struct kp_node *n)
{
    const struct kp_node *found;

    if (n->kind == KP_RETURN || n->kind == KP_GOTO || n->kind == KP_LABEL ||
        ((n->kind == KP_BREAK || n->kind == KP_CONTINUE) && !jumps_alike(r, c, n)))
        return n;
    kp_each_child(k, n) if ((found = varying_jump(r, c, k))) return found;
    return NULL;
}

static const struct kp_node *varying_part(const struct kp_region *r, const struct kp_copy *c)
{
    const struct kp_node *at = NULL, *loop;

    if (c->form == KP_COPY_HELPER || (c->irregular && varying_jump(r, c, c->loops.v[0])))
        return c->node;
    if ((loop = varying_step(r, c)))
        return loop;
    if (c->is_address && !kp_invariant(r, c->dest))
        return c->dest;
    if (!c->is_address && !kp_invariant_address(r, c->dest, &at))
        return at;
    for (size_t i = 0; i < c->guards.n; i++)
        if (!kp_invariant(r, c->guards.v[i].cond))
            return c->guards.v[i].cond;
    for (size_t i = 0; i < c->loops.n; i++) {
        const struct kp_node *cond = kp_loop_condition(c->loops.v[i]);

        if (!cond || !kp_counts(c->loops.v[i], &(struct kp_counted){0}) || !kp_invariant(r, cond))
            return c->loops.v[i];
    }
    return NULL;
}

/* Something else in the loops around writes the tile. */
static const struct kp_node *other_writer(const struct kp_region *r, const struct kp_tile *t,
                                          const struct kp_node *n)
{
    struct kp_effects e = {0};
    const struct kp_access *store;
    const struct kp_node *found;

    if (n == r->l->node)
        return NULL;
    if (kp_is_inside(r->l->node, n)) {
        kp_each_child(c, n) if ((found = other_writer(r, t, c))) return found;
        return NULL;
    }
    kp_effects_of(r->f, n, &e);
    store = kp_store_to(&e, t->sym, KP_SPACE_SHARED);
    return store ? store->at : NULL;
}

/* True if what an iteration leaves as it was is not read in it: in all instances of a template, or
 * in those in sight. */
static bool reads_what_it_fills(const struct kp_region *r, const struct kp_tile *t, bool by_warps,
                                int64_t *multiples)
{
    struct kp_unit *u = r->f->unit;
    const struct kp_sym *function = r->f->sym;
    const struct kp_fn *pattern = kp_fn_pattern(u, function);
    struct kp_fns fns = kp_fn_instances(u, function);

    if (pattern && kp_reads_what_it_fills(pattern, r->l->node, t->sym, by_warps, multiples))
        return true;
    if (!fns.n || !(function->is_template ? kp_fn_can_be_named(u, function) : fns.n == 1))
        return false;
    for (size_t i = 0; i < fns.n; i++)
        if (!kp_reads_what_it_fills(fns.v[i], r->l->node, t->sym, by_warps, multiples))
            return false;
    r->l->by_instances |= function->is_template;
    return true;
}

/* True if it is so in all blocks; in those that are multiples of some numbers: these are the tile's
 * then. */
static bool fills_in_some_blocks(const struct kp_region *r, struct kp_tile *t)
{
    int64_t multiples[3] = {0};

    if (!reads_what_it_fills(r, t, false, multiples))
        return false;
    memcpy(t->multiples, multiples, sizeof multiples);
    return !multiples[0] && !multiples[1] && !multiples[2];
}

/* True if code behind the loop, in the loop around it, fills what it reads, and this loop too: in
 * all instances of a template, or in those in sight. */
static bool refills_behind(const struct kp_region *r, const struct kp_tile *t)
{
    struct kp_unit *u = r->f->unit;
    const struct kp_sym *function = r->f->sym;
    const struct kp_fn *pattern = kp_fn_pattern(u, function);
    struct kp_fns fns = kp_fn_instances(u, function);

    if (pattern && kp_refills_behind(pattern, r->l->node, t->sym))
        return true;
    if (!fns.n || !(function->is_template ? kp_fn_can_be_named(u, function) : fns.n == 1))
        return false;
    for (size_t i = 0; i < fns.n; i++)
        if (!kp_refills_behind(fns.v[i], r->l->node, t->sym))
            return false;
    r->l->by_instances |= function->is_template;
    return true;
}

void kp_model_coverage(struct kp_func *f, struct kp_loop *l)
{
    struct kp_region r = {.f = f, .l = l, .uses = kp_uses_of(f->unit, l)};

    r.runs_once = kp_function_runs_once(f->unit, l);
    r.outer = kp_outermost_loop(l->node, f->body);
    complete_guards(&r);
    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];
        const struct kp_node *writer = other_writer(&r, t, f->body);

        for (size_t k = 0; k < l->copies.n && !t->coverage_at; k++)
            if (l->copies.v[k].tile == t)
                t->coverage_at = varying_part(&r, &l->copies.v[k]);
        if (writer && !l->by_warps && refills_behind(&r, t)) {
            t->refilled_behind = true;
            t->coverage_at = writer = NULL;
        }
        if (t->coverage_at && !writer && reads_what_it_fills(&r, t, false, NULL))
            t->coverage_at = NULL;
        if (t->coverage_at && !writer && l->by_warps && reads_what_it_fills(&r, t, true, NULL)) {
            t->of_whole_rows = t->coverage_at;
            t->coverage_at = NULL;
        }
        if (t->coverage_at && !writer && !l->by_warps && fills_in_some_blocks(&r, t))
            t->coverage_at = NULL;
        /* Whoever writes the tile after the loop, never to come back, does not matter. */
        if (!t->coverage_at && writer &&
            (writer->span.begin < l->node->span.begin || kp_is_inside(writer, r.outer)))
            t->coverage_at = writer;
        t->filled_outside = t->coverage_at && t->coverage_at == writer;
        t->coverage = t->coverage_at ? KP_COVER_PARTIAL : KP_COVER_FULL;
    }
}
