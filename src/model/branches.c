/* The branches of a condition that write the same elements of a tile in different ways: a vector in
 * one, its words in a copy loop in the other. */
#include "model/branches.h"

#include "front/tree.h"
#include "model/element.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/steady.h"
#include "model/written.h"

enum { MOST = 64, ZERO = MOST / 2 }; /* elements of a set, and the place of the first copy's */

/* What a copy writes in one trip of the loops around the condition: `trips` times `wide` elements,
 * each time `by` further on in one index, the first time at `first`. */
struct place {
    struct kp_element at; /* without the counter of the loop in the branch */
    bool plain;           /* by the array's name and its own rows */
    unsigned dim;         /* the index, if it is not one element at 0 */
    int64_t first, by, trips, wide;
};

/* Copies in both branches of one condition, under the same other ones. */
struct branches {
    const struct kp_region *r;
    const struct kp_copy *a; /* one of them */
    size_t guard;            /* the condition's number among the guards */
    struct kp_span within;
};

static bool same_guard(const struct kp_guard *x, const struct kp_guard *y)
{
    return x->cond == y->cond && x->negated == y->negated;
}

/* True for a copy into the same tile in one of the branches. */
static bool is_in(const struct branches *b, const struct kp_copy *c)
{
    if (c->tile != b->a->tile || c->guards.n <= b->guard ||
        c->guards.v[b->guard].cond != b->a->guards.v[b->guard].cond)
        return false;
    for (size_t i = 0; i < b->guard; i++)
        if (!same_guard(&c->guards.v[i], &b->a->guards.v[i]))
            return false;
    return true;
}

/* How many loops are around the condition too. */
static size_t shared_loops(const struct branches *b, const struct kp_copy *c)
{
    size_t n = 0;

    while (n < c->loops.n && kp_is_inside(b->a->guards.v[b->guard].cond, c->loops.v[n]))
        n++;
    return n;
}

/* True if the further conditions are the same for both, whenever they are asked. */
static bool same_rest(const struct branches *b, const struct kp_copy *c, const struct kp_copy *d)
{
    if (c->guards.n != d->guards.n)
        return false;
    for (size_t i = b->guard + 1; i < c->guards.n; i++)
        if (c->guards.v[i].negated != d->guards.v[i].negated ||
            !kp_same_expr(c->guards.v[i].cond, d->guards.v[i].cond))
            return false;
    return true;
}

static bool is_rest_fixed(const struct branches *b, const struct kp_copy *c, size_t shared)
{
    for (size_t i = b->guard + 1; i < c->guards.n; i++) {
        const struct kp_node *cond = c->guards.v[i].cond;

        if (!kp_invariant(b->r, cond) || !kp_is_steady(b->r->f, b->r->l, cond, b->within, c) ||
            (shared < c->loops.n && kp_is_inside(cond, c->loops.v[shared])))
            return false;
    }
    return true;
}

/* `for (v = first; ..; v += by)` of a known number of trips. */
static bool count(const struct kp_region *r, const struct kp_node *loop, struct place *p,
                  const struct kp_sym **v)
{
    const struct kp_type *type;
    struct kp_counted c;

    if (!kp_counts(loop, &c) || c.sign < 0 || kp_leaves(loop) ||
        kp_may_write(r->f, kp_loop_body(loop), c.v) ||
        kp_may_write(r->f, kp_loop_condition(loop), c.v))
        return false;
    *v = c.v;
    p->by = 1;
    p->trips = kp_constant_trips(loop, NULL);
    return c.from && kp_constant_of(c.from, &p->first, &type) &&
           (!c.by || kp_constant_of(c.by, &p->by, &type)) && p->trips > 0 && p->trips <= MOST &&
           p->by > 0 && p->by <= MOST && p->first >= 0 && p->first <= MOST;
}

/* The index without the counter that is added to it; NULL: the counter is used in another way. */
static const struct kp_node *without(const struct kp_node *index, const struct kp_sym *v)
{
    const struct kp_node *a = index->first, *b;

    if (index->kind != KP_BINARY || index->op != KP_OP_ADD)
        return NULL;
    b = kp_child(index, 1);
    if (a->kind == KP_REF && a->sym == v)
        return kp_count_refs(b, v) ? NULL : b;
    return b->kind == KP_REF && b->sym == v && !kp_count_refs(a, v) ? a : NULL;
}

/* `a[i][j]`, or a vector from it on, by all indices of the array. */
static bool is_plain(const struct kp_node *e, unsigned n)
{
    while (e->kind == KP_CAST ||
           (e->kind == KP_UNARY && (e->op == KP_OP_ADDR || e->op == KP_OP_DEREF)) ||
           (e->kind == KP_INDEX && !kp_is_array_lvalue(e->first)))
        e = e->first;
    for (; e->kind == KP_INDEX && kp_is_array_lvalue(e->first) && n; n--)
        e = e->first;
    return e->kind == KP_REF && !n;
}

/* Takes the counter out of the one index that it is added to. */
static bool take_counter(struct place *p, const struct kp_sym *v)
{
    unsigned found = 0;

    for (unsigned i = 0; i < p->at.n; i++)
        if (kp_count_refs(p->at.index[i], v)) {
            if (found++ || (p->wide > 1 && i != p->dim))
                return false;
            p->dim = i;
            p->at.index[i] = without(p->at.index[i], v);
        }
    return found && p->at.index[p->dim];
}

static bool place_of(const struct branches *b, const struct kp_copy *c, struct place *p)
{
    const size_t shared = shared_loops(b, c);
    const struct kp_sym *v = NULL;
    int64_t unit;

    *p = (struct place){.at = kp_element_of(c->dest), .trips = 1, .by = 1};
    if (!p->at.known || p->at.field || p->at.in_union || c->irregular || c->is_address ||
        c->form == KP_COPY_HELPER || c->loops.n > shared + 1 || !is_rest_fixed(b, c, shared) ||
        !kp_is_steady(b->r->f, b->r->l, c->dest, b->within, c))
        return false;
    p->plain = is_plain(c->dest, p->at.n);
    p->dim = p->at.n - 1;
    unit = p->at.unit[p->dim];
    if (unit <= 0 || c->bytes <= 0 || c->bytes % unit)
        return false;
    p->wide = c->bytes / unit;
    if (p->wide > MOST)
        return false;
    return c->loops.n == shared || (count(b->r, c->loops.v[shared], p, &v) && take_counter(p, v));
}

/* Adds the elements to the set, as distances from `from` in the index *dim, which is p->at.n before
 * one is known. */
static bool add(const struct place *of, const struct place *p, unsigned *dim, uint64_t *set)
{
    const struct kp_element *from = &of->at;
    int64_t d, first = ZERO + p->first;

    if (p->at.root != from->root || p->at.n != from->n)
        return false;
    for (unsigned i = 0; i < from->n; i++) {
        bool moves = i == p->dim && (p->trips > 1 || p->wide > 1 || p->first);

        if (p->at.unit[i] != from->unit[i] || (p->at.unit[i] <= 0 && !(p->plain && of->plain)) ||
            !kp_affine_difference(p->at.index[i], from->index[i], &d))
            return false;
        if (!d && !moves)
            continue;
        if (*dim != from->n && *dim != i)
            return false;
        *dim = i;
        if (d < -MOST || d > MOST)
            return false;
        first += d;
    }
    for (int64_t i = 0; i < p->trips * p->wide; i++) {
        int64_t at = first + i / p->wide * p->by + i % p->wide;

        if (at < 0 || at >= MOST)
            return false;
        *set |= UINT64_C(1) << at;
    }
    return true;
}

/* True if both branches write the same elements under the further conditions of this copy. */
static bool agree_on(const struct branches *b, const struct kp_copy *c)
{
    const struct kp_loop *l = b->r->l;
    uint64_t set[2] = {0, 0};
    struct place of, p;
    unsigned dim;

    if (!place_of(b, c, &of))
        return false;
    dim = of.at.n;
    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *d = &l->copies.v[i];

        if (is_in(b, d) && same_rest(b, c, d) &&
            (!place_of(b, d, &p) || !add(&of, &p, &dim, &set[d->guards.v[b->guard].negated])))
            return false;
    }
    return set[0] == set[1];
}

static void find_span(struct branches *b)
{
    const struct kp_loop *l = b->r->l;

    b->within = kp_copies_span(b->a, b->a);
    for (size_t i = 0; i < l->copies.n; i++)
        if (is_in(b, &l->copies.v[i])) {
            struct kp_span s = kp_copies_span(b->a, &l->copies.v[i]);

            b->within.begin = s.begin < b->within.begin ? s.begin : b->within.begin;
            b->within.end = s.end > b->within.end ? s.end : b->within.end;
        }
}

static void drop_guard(struct kp_copy *c, size_t n)
{
    for (size_t i = n; i + 1 < c->guards.n; i++)
        c->guards.v[i] = c->guards.v[i + 1];
    c->guards.n--;
}

bool kp_drop_branches(const struct kp_region *r, const struct kp_copy *a, size_t guard)
{
    const struct kp_copy first = *a;
    struct branches b = {.r = r, .a = &first, .guard = guard};
    KP_VEC(struct kp_copy *) found = {0};

    find_span(&b);
    for (size_t i = 0; i < r->l->copies.n; i++) {
        struct kp_copy *c = &r->l->copies.v[i];

        if (!is_in(&b, c))
            continue;
        if (!agree_on(&b, c))
            return false;
        kp_push(r->f->unit->arena, &found, c);
    }
    for (size_t i = 0; i < found.n; i++)
        drop_guard(found.v[i], guard);
    return true;
}
