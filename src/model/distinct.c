/* An asynchronous copy must be the only store to its element in a load phase: it lands whenever it
 * likes, so a plain store before or behind it could win or lose. Here: do two copies of one thread
 * certainly write different elements? injective.c asks the same of one copy in its loops. */
#include "model/distinct.h"

#include <stdlib.h>

#include "model/once.h"
#include "model/steady.h"

/* In one loop together: what differs in one trip may be the same in two. */
static bool share_loop(const struct kp_copy *a, const struct kp_copy *b)
{
    return a->loops.n && b->loops.n && a->loops.v[0] == b->loops.v[0];
}

static bool exclusive(const struct kp_copy *a, const struct kp_copy *b)
{
    if (share_loop(a, b) && !kp_same_expr(a->dest, b->dest))
        return false;
    for (size_t i = 0; i < a->guards.n; i++)
        for (size_t k = 0; k < b->guards.n; k++)
            if (a->guards.v[i].cond == b->guards.v[k].cond &&
                a->guards.v[i].negated != b->guards.v[k].negated)
                return true;
    return false;
}

/* Elements per access along the last index. */
int64_t kp_copy_width(const struct kp_copy *c)
{
    int64_t elem = c->tile->elem_bytes;

    return c->bytes > 0 && elem > 0 && c->bytes > elem ? (c->bytes + elem - 1) / elem : 1;
}

static bool differ(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *a,
                   const struct kp_copy *b)
{
    struct kp_element x = kp_element_in(f, l, a->dest), y = kp_element_in(f, l, b->dest);
    int64_t wide = kp_copy_width(a) > kp_copy_width(b) ? kp_copy_width(a) : kp_copy_width(b);

    if (!x.known || !y.known || x.root != y.root || x.n != y.n || share_loop(a, b))
        return false;
    for (unsigned i = 0; i < x.n; i++) {
        int64_t d;

        if (x.unit[i] == y.unit[i] && kp_affine_difference(x.index[i], y.index[i], &d) &&
            llabs(d) >= (i + 1 == x.n ? wide : 1))
            return true;
    }
    return x.field && y.field && !x.in_union && !y.in_union && !kp_streq(x.field, y.field) &&
           wide == 1 && x.n == 1;
}

/* Do a and b stand in the two branches of a condition that all threads answer alike? */
static bool is_alternative(struct kp_func *f, const struct kp_copy *a, const struct kp_copy *b)
{
    for (size_t i = 0; i < a->guards.n; i++)
        for (size_t k = 0; k < b->guards.n; k++)
            if (a->guards.v[i].cond == b->guards.v[k].cond &&
                a->guards.v[i].negated != b->guards.v[k].negated &&
                !kp_thread_dependent(f, a->guards.v[i].cond, NULL))
                return true;
    return false;
}

static void mark_spare(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->copies.n; i++) {
        struct kp_copy *a = &l->copies.v[i];

        for (size_t k = 0; k < l->copies.n; k++) {
            const struct kp_copy *b = &l->copies.v[k];

            a->spare |= a->not_async && a->form != KP_COPY_HELPER && a->form != KP_COPY_ASYNC &&
                        !a->chained && b->tile == a->tile && !b->not_async && b->source &&
                        is_alternative(f, a, b);
        }
    }
}

/* Is there another copy that may write the same element, by the indices' form? */
static bool may_meet_another(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *a)
{
    for (size_t k = 0; k < l->copies.n; k++) {
        const struct kp_copy *b = &l->copies.v[k];

        if (b != a && a->tile == b->tile && !exclusive(a, b) && !differ(f, l, a, b))
            return true;
    }
    return false;
}

static bool all_apart(struct kp_func *f, const struct kp_loop *l, const struct kp_tile *t)
{
    const struct kp_copy **of = kp_new_array(f->unit->arena, const struct kp_copy *, l->copies.n);
    size_t n = 0;

    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].tile == t)
            of[n++] = &l->copies.v[i];
    return kp_trips_apart(f, l, of, n);
}

/* Do the names in the copy's element mean the same for all copies of the tile? Whatever compares
 * elements compares names. */
static bool is_fixed(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c)
{
    struct kp_span within = kp_copies_span(c, c);

    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].tile == c->tile) {
            struct kp_span s = kp_copies_span(c, &l->copies.v[i]);

            within.begin = s.begin < within.begin ? s.begin : within.begin;
            within.end = s.end > within.end ? s.end : within.end;
        }
    return kp_is_steady(f, l, c->dest, within, c);
}

/* What the names cannot show the addresses may: then nothing said here stands. */
static void look_closer(struct kp_func *f, struct kp_loop *l, const struct kp_tile *t,
                        const bool *said)
{
    bool any = false;

    for (size_t i = 0; i < l->copies.n; i++)
        any = any || said[i];
    if (!any || !kp_fills_once(f, l, t))
        return;
    for (size_t i = 0; i < l->copies.n; i++)
        if (said[i])
            l->copies.v[i].not_async = NULL;
    l->by_instances = l->by_instances || f->sym->is_template;
}

static void see_tile(struct kp_func *f, struct kp_loop *l, const struct kp_tile *t)
{
    bool asked = false, apart = false;
    bool *said = kp_new_array(f->unit->arena, bool, l->copies.n + 1);

    for (size_t i = 0; i < l->copies.n; i++) {
        struct kp_copy *a = &l->copies.v[i];

        if (a->tile != t || a->form == KP_COPY_FILL) /* a plain store in every variant */
            continue;
        said[i] = !a->not_async;
        if (a->form == KP_COPY_ASYNC && (a->bytes <= 0 || t->elem_bytes <= 0))
            a->not_async = "its size is not known";
        if (!a->not_async && a->is_address)
            a->not_async = "it is reached through an address";
        if (!a->not_async && !is_fixed(f, l, a))
            a->not_async = "its index or pointer changes within the load phase";
        if (!a->not_async && !kp_copy_is_injective(f, l, a))
            a->not_async = "it may write one element more than once";
        if (!a->not_async && may_meet_another(f, l, a)) {
            apart = asked ? apart : all_apart(f, l, t);
            asked = true;
            if (!apart)
                a->not_async = "another store of the load phase may write the same element";
        }
        said[i] = said[i] && a->not_async;
    }
    look_closer(f, l, t, said);
}

static bool is_of_instances(const struct kp_func *f)
{
    const struct kp_texts *t = f->unit->of_instances;

    for (size_t i = 0; t && i < t->n; i++)
        if (kp_streq(t->v[i], f->sym->qualified))
            return true;
    return false;
}

void kp_model_distinct(struct kp_func *f, struct kp_loop *l)
{
    l->by_instances = f->by_instances || is_of_instances(f);
    for (size_t i = 0; i < l->tiles.n; i++)
        see_tile(f, l, l->tiles.v[i]);
    mark_spare(f, l);
}
