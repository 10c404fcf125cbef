/* An asynchronous copy must be the only store to its element in a load phase: it lands whenever it
 * likes, so a plain store before or behind it could win or lose. Here: do two copies of one thread
 * certainly write different elements? injective.c asks the same of one copy in its loops. */
#include "model/distinct.h"

#include <stdlib.h>

#include "model/once.h"
#include "model/steady.h"

enum { MOST_PARTS = 16 }; /* copies of which each pair may be compared */

/* In one loop together: what differs in one trip may be the same in two. */
static bool share_loop(const struct kp_copy *a, const struct kp_copy *b)
{
    return a->loops.n && b->loops.n && a->loops.v[0] == b->loops.v[0];
}

/* True if a and b stand in the two branches of a condition, which with `f` all threads answer
 * alike. */
static bool is_parted(struct kp_func *f, const struct kp_copy *a, const struct kp_copy *b)
{
    for (size_t i = 0; i < a->guards.n; i++)
        for (size_t k = 0; k < b->guards.n; k++)
            if (a->guards.v[i].cond == b->guards.v[k].cond &&
                a->guards.v[i].negated != b->guards.v[k].negated &&
                !(f && kp_thread_dependent(f, a->guards.v[i].cond, NULL)))
                return true;
    return false;
}

/* Two copies, whose loops count alike. */
struct pair {
    struct kp_func *f;
    const struct kp_copy *a, *b;
};

static bool is_same_counter(const struct pair *p, const struct kp_sym *x, const struct kp_sym *y)
{
    for (size_t i = 0; i < p->a->loops.n; i++) {
        struct kp_counted a, b;

        if (kp_counts(p->a->loops.v[i], &a) && kp_counts(p->b->loops.v[i], &b) && a.v == x &&
            b.v == y)
            return true;
    }
    return false;
}

/* The same for both, but for the names of counters, and of variables that are set once. */
static bool is_same(const struct pair *p, const struct kp_node *x, const struct kp_node *y)
{
    if (!x || !y)
        return x == y;
    if (x->kind == KP_REF && y->kind == KP_REF && x->sym && y->sym && x->sym != y->sym)
        return x->sym->type && y->sym->type &&
               kp_streq(x->sym->type->canonical, y->sym->type->canonical) &&
               (is_same_counter(p, x->sym, y->sym) ||
                (kp_single_definition(p->f, x->sym) && kp_single_definition(p->f, y->sym) &&
                 is_same(p, x->sym->decl->last, y->sym->decl->last)));
    if (!kp_same_node(x, y))
        return false;
    for (x = x->first, y = y->first; x && y; x = x->next, y = y->next)
        if (!is_same(p, x, y))
            return false;
    return x == y;
}

static bool has_same_loops(const struct pair *p)
{
    if (p->a->loops.n != p->b->loops.n)
        return false;
    for (size_t i = 0; i < p->a->loops.n; i++) {
        const struct kp_node *x = p->a->loops.v[i], *y = p->b->loops.v[i];
        struct kp_counted a, b;

        if (x == y)
            continue;
        if (!kp_counts(x, &a) || !kp_counts(y, &b) || a.sign != b.sign || !a.from || !b.from ||
            !is_same(p, a.from, b.from) || !is_same(p, a.by, b.by) ||
            !is_same(p, kp_loop_condition(x), kp_loop_condition(y)))
            return false;
    }
    return true;
}

/* In trips that they share, only one of them is made. In different ones, they make different
 * elements where they would make the same in each, and one of them alone makes no element twice. */
static bool exclusive(struct kp_func *f, const struct kp_copy *a, const struct kp_copy *b)
{
    const struct pair p = {f, a, b};

    return is_parted(NULL, a, b) && (!share_loop(a, b) || kp_same_expr(a->dest, b->dest) ||
                                     (has_same_loops(&p) && is_same(&p, a->dest, b->dest)));
}

/* Of elements whose size is open there are at most as many as bytes. */
int64_t kp_copy_width(const struct kp_copy *c)
{
    int64_t elem = c->tile->elem_bytes > 0 ? c->tile->elem_bytes : 1;

    return c->bytes > elem ? (c->bytes + elem - 1) / elem : 1;
}

/* What a copy writes. Indices that differ by a constant have the same leader, the first of them. */
struct place {
    struct kp_element element;
    size_t leader[KP_MAX_DIMS];
    int64_t offset[KP_MAX_DIMS]; /* from the leader's index, as far as 32 bits hold it */
};

/* True if the index names what one of the copy's loops counts. In another loop that variable, the
 * same or not, has values of its own. */
static bool names_counter(const struct kp_node *index, const struct kp_copy *c)
{
    for (size_t i = 0; i < c->loops.n; i++) {
        struct kp_counted counted;

        if (kp_counts(c->loops.v[i], &counted) && kp_count_refs(index, counted.v))
            return true;
    }
    return false;
}

/* True if what is `distance` further on in index i is beyond an access of `wide` elements. A row
 * whose length is open has room for the access, if elements have a known size. */
static bool is_beyond(const struct kp_tile *t, const struct kp_element *e, unsigned i,
                      int64_t distance, int64_t wide)
{
    if (i + 1 < e->n && t->elem_bytes > 0)
        return e->unit[i] > 0 ? distance * e->unit[i] >= wide * t->elem_bytes : distance >= 1;
    return distance >= wide;
}

static bool differ(const struct kp_copy *a, const struct kp_copy *b, const struct place *at_a,
                   const struct place *at_b)
{
    const struct kp_element *x = &at_a->element, *y = &at_b->element;
    int64_t wide = kp_copy_width(a) > kp_copy_width(b) ? kp_copy_width(a) : kp_copy_width(b);

    if (!x->known || !y->known || x->root != y->root || x->n != y->n || share_loop(a, b))
        return false;
    for (unsigned i = 0; i < x->n; i++) {
        int64_t d = (int32_t)(uint32_t)(at_a->offset[i] - at_b->offset[i]);

        if (x->unit[i] == y->unit[i] && kp_same_expr(x->split[i], y->split[i]) &&
            at_a->leader[i] == at_b->leader[i] && d && is_beyond(a->tile, x, i, llabs(d), wide) &&
            !names_counter(x->index[i], a) && !names_counter(x->index[i], b))
            return true;
    }
    return x->field && y->field && !x->in_union && !y->in_union && !kp_streq(x->field, y->field) &&
           wide == 1 && x->n == 1;
}

static void mark_spare(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->copies.n; i++) {
        struct kp_copy *a = &l->copies.v[i];

        for (size_t k = 0; k < l->copies.n; k++) {
            const struct kp_copy *b = &l->copies.v[k];

            a->spare |= a->not_async && a->form != KP_COPY_HELPER && a->form != KP_COPY_ASYNC &&
                        !a->chained && b->tile == a->tile && !b->not_async && b->source &&
                        is_parted(f, a, b);
        }
    }
}

/* The copies of a loop, with what they write. */
struct written {
    const struct kp_copy *copies;
    const struct place *places;
    size_t n;
};

/* Finds the leaders of index number `dim`. */
static void find_leaders(struct kp_arena *a, struct place *places, size_t n, unsigned dim)
{
    size_t *leaders = kp_new_array(a, size_t, n + 1), n_leaders = 0;

    for (size_t i = 0; i < n; i++) {
        struct place *p = &places[i];
        bool found = false;

        if (dim >= p->element.n)
            continue;
        for (size_t k = 0; k < n_leaders && !found; k++) {
            const struct place *l = &places[leaders[k]];

            found =
                kp_affine_difference(p->element.index[dim], l->element.index[dim], &p->offset[dim]);
            p->leader[dim] = leaders[k];
        }
        if (found)
            continue;
        p->leader[dim] = leaders[n_leaders++] = i;
        p->offset[dim] = 0;
    }
}

static struct written written_by(struct kp_func *f, const struct kp_loop *l)
{
    struct place *places = kp_new_array(f->unit->arena, struct place, l->copies.n + 1);

    for (size_t i = 0; i < l->copies.n; i++)
        places[i].element = kp_element_in(f, l, l->copies.v[i].dest);
    for (unsigned i = 0; i < KP_MAX_DIMS; i++)
        find_leaders(f->unit->arena, places, l->copies.n, i);
    return (struct written){l->copies.v, places, l->copies.n};
}

/* Parts of one buffer, which pointers of their own reach: K and V in dynamic shared memory. */
static bool are_parts(struct kp_func *f, const struct written *w, size_t i, size_t k,
                      bool *by_instances)
{
    const struct kp_element *x = &w->places[i].element, *y = &w->places[k].element;

    return w->n <= MOST_PARTS && x->known && y->known && x->root != y->root &&
           kp_stores_are_apart(f, w->copies[i].dest, w->copies[k].dest, by_instances);
}

/* True if there is another copy that may write the same element, by the indices' form or, of
 * another pointer's, by its bytes. */
static bool may_meet_another(struct kp_func *f, const struct written *w, size_t i,
                             bool *by_instances)
{
    const struct kp_copy *a = &w->copies[i];

    for (size_t k = 0; k < w->n; k++) {
        const struct kp_copy *b = &w->copies[k];

        if (b != a && a->tile == b->tile && !exclusive(f, a, b) &&
            !differ(a, b, &w->places[i], &w->places[k]) && !are_parts(f, w, i, k, by_instances))
            return true;
    }
    return false;
}

/* From the first copy of the tile to the last: names in elements must mean the same for all of
 * them, as whatever compares elements compares names. */
static struct kp_span span_of(const struct kp_loop *l, const struct kp_tile *t)
{
    struct kp_span within = {UINT32_MAX, 0};

    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].tile == t) {
            struct kp_span s = kp_copies_span(&l->copies.v[i], &l->copies.v[i]);

            within.begin = s.begin < within.begin ? s.begin : within.begin;
            within.end = s.end > within.end ? s.end : within.end;
        }
    return within;
}

/* What the names cannot show the addresses may: then nothing said here stands. */
static void look_closer(struct kp_func *f, struct kp_loop *l, const struct kp_tile *t,
                        const bool *said)
{
    bool any = false, by_instances;

    for (size_t i = 0; i < l->copies.n; i++)
        any = any || said[i];
    if (!any || !kp_fills_once(f, l, t, &by_instances))
        return;
    for (size_t i = 0; i < l->copies.n; i++)
        if (said[i])
            l->copies.v[i].not_async = NULL;
    l->by_instances = l->by_instances || by_instances;
}

static void see_tile(struct kp_func *f, struct kp_loop *l, const struct kp_tile *t,
                     const struct written *w)
{
    const struct kp_span within = span_of(l, t);
    bool *said = kp_new_array(f->unit->arena, bool, l->copies.n + 1);

    for (size_t i = 0; i < l->copies.n; i++) {
        struct kp_copy *a = &l->copies.v[i];

        if (a->tile != t || a->form == KP_COPY_FILL) /* a plain store in every variant */
            continue;
        said[i] = !a->not_async;
        if (a->form == KP_COPY_ASYNC && a->bytes <= 0)
            a->not_async = "its size is not known";
        if (!a->not_async && a->is_address)
            a->not_async = "it is reached through an address";
        if (!a->not_async && !kp_is_steady(f, l, a->dest, within, a))
            a->not_async = "its index or pointer changes within the load phase";
        if (!a->not_async && !kp_copy_is_injective(f, l, a, &a->of_instances))
            a->not_async = "it may write one element more than once";
        if (!a->not_async && may_meet_another(f, w, i, &a->of_instances))
            a->not_async = "another store of the load phase may write the same element";
        said[i] = said[i] && a->not_async;
    }
    look_closer(f, l, t, said);
}

void kp_model_distinct(struct kp_func *f, struct kp_loop *l)
{
    const struct written w = written_by(f, l);

    for (size_t i = 0; i < l->tiles.n; i++)
        see_tile(f, l, l->tiles.v[i], &w);
    mark_spare(f, l);
}
