/* An asynchronous copy must be the only store to its element in a load phase: it lands whenever it
 * likes, so a plain store before or behind it could win or lose. Here: do two copies of one thread
 * certainly write different elements, and does one copy in its loops? */
#include <stdlib.h>

#include "model/element.h"
#include "model/loops.h"

enum { MAX_DIMS = KP_MAX_DIMS, MAX_POINTS = 4096 };

static bool exclusive(const struct kp_copy *a, const struct kp_copy *b)
{
    for (size_t i = 0; i < a->guards.n; i++)
        for (size_t k = 0; k < b->guards.n; k++)
            if (a->guards.v[i].cond == b->guards.v[k].cond &&
                a->guards.v[i].negated != b->guards.v[k].negated)
                return true;
    return false;
}

/* Elements per access along the last index. */
static int64_t width(const struct kp_copy *c)
{
    int64_t elem = c->tile->elem_bytes;

    return c->bytes > 0 && elem > 0 && c->bytes > elem ? (c->bytes + elem - 1) / elem : 1;
}

static bool differ(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *a,
                   const struct kp_copy *b)
{
    struct kp_element x = kp_element_in(f, l, a->dest), y = kp_element_in(f, l, b->dest);
    int64_t wide = width(a) > width(b) ? width(a) : width(b);

    if (!x.known || !y.known || x.root != y.root || x.n != y.n)
        return false;
    for (unsigned i = 0; i < x.n; i++) {
        int64_t d;

        if (kp_affine_difference(x.index[i], y.index[i], &d) &&
            llabs(d) >= (i + 1 == x.n ? wide : 1))
            return true;
    }
    return x.field && y.field && !kp_streq(x.field, y.field) && wide == 1 && x.n == 1;
}

/* The factor with which `v` goes into a sum; *known false when it is no constant. */
static int64_t factor_of(const struct kp_node *e, const struct kp_sym *v, bool *linear, bool *known)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t f, g;

    if (!kp_count_refs(e, v))
        return 0;
    if (e->kind == KP_REF)
        return 1;
    if (e->kind == KP_CAST)
        return factor_of(a, v, linear, known);
    if (e->kind == KP_BINARY && (e->op == KP_OP_ADD || e->op == KP_OP_SUB)) {
        f = factor_of(a, v, linear, known);
        g = factor_of(b, v, linear, known);
        return e->op == KP_OP_ADD ? f + g : f - g;
    }
    if (e->kind == KP_BINARY && e->op == KP_OP_MUL && (!kp_count_refs(a, v) || !kp_count_refs(b, v))) {
        const struct kp_node *side = kp_count_refs(a, v) ? b : a, *other = side == a ? b : a;

        f = factor_of(other, v, linear, known);
        if (side->has_value)
            return f * side->value;
        *known = false;
        return f;
    }
    *linear = false;
    return 0;
}

static const struct kp_copy_loop *copy_loop(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->copy_loops.n; i++)
        if (l->copy_loops.v[i].node == n)
            return &l->copy_loops.v[i];
    return NULL;
}

struct walk {
    const struct kp_copy_loop *loops[MAX_DIMS];
    int64_t step[MAX_DIMS], factor[MAX_DIMS][MAX_DIMS]; /* by loop, by index */
    unsigned n_loops, n_dims;
    int64_t wide;
};

/* Enumerate all trips: are the offsets of any two of them apart in some dimension? */
static bool all_apart(const struct walk *w, int64_t points)
{
    for (int64_t p = 0; p < points; p++)
        for (int64_t q = p + 1; q < points; q++) {
            int64_t a = p, b = q, d[MAX_DIMS] = {0};
            bool apart = false;

            for (unsigned i = 0; i < w->n_loops; i++) {
                int64_t t = w->loops[i]->trips;
                int64_t delta = (b % t - a % t) * w->step[i];

                for (unsigned k = 0; k < w->n_dims; k++)
                    d[k] += delta * w->factor[i][k];
                a /= t;
                b /= t;
            }
            for (unsigned k = 0; k < w->n_dims; k++)
                apart |= llabs(d[k]) >= (k + 1 == w->n_dims ? w->wide : 1);
            if (!apart)
                return false;
        }
    return true;
}

/* Does one copy write a new element in every trip of the loops around it? */
static bool injective(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c)
{
    struct kp_element el = kp_element_in(f, l, c->dest);
    struct walk w = {.n_loops = (unsigned)c->loops.n, .n_dims = el.n, .wide = width(c)};
    bool known = true;
    int64_t points = 1;

    if (!c->loops.n)
        return true;
    if (!el.known || c->loops.n > MAX_DIMS)
        return false;
    for (unsigned i = 0; i < w.n_loops; i++) {
        const struct kp_node *by;
        const struct kp_sym *v;
        bool linear = true, mentioned = false;
        int sign;

        w.loops[i] = copy_loop(l, c->loops.v[i]);
        if (!kp_step_of(kp_loop_step(c->loops.v[i]), &v, &by, &sign))
            return false;
        w.step[i] = by ? (by->has_value ? by->value : 1) : 1;
        known &= !by || by->has_value;
        for (unsigned k = 0; k < el.n; k++) {
            w.factor[i][k] = factor_of(el.index[k], v, &linear, &known);
            mentioned |= w.factor[i][k] != 0;
        }
        if (!linear || !mentioned)
            return false;
        if (w.loops[i]->trips < 0 || points > MAX_POINTS)
            known = false;
        else
            points *= w.loops[i]->trips;
    }
    if (known && points <= MAX_POINTS / 8)
        return all_apart(&w, points);
    /* Sizes are not constant: one loop, or a dimension for each, cannot fold back. */
    for (unsigned i = 0; i < w.n_loops; i++)
        for (unsigned k = 0; k < i; k++)
            for (unsigned d = 0; d < el.n; d++)
                if (w.factor[i][d] && w.factor[k][d])
                    return false;
    return true;
}

void kp_model_distinct(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->copies.n; i++) {
        struct kp_copy *a = &l->copies.v[i];

        if (a->form == KP_COPY_FILL)
            continue; /* a plain store in every variant */
        if (!injective(f, l, a) && !a->not_async)
            a->not_async = "it may write one element more than once";
        for (size_t k = 0; k < l->copies.n; k++) {
            const struct kp_copy *b = &l->copies.v[k];

            if (k != i && a->tile == b->tile && !exclusive(a, b) && !differ(f, l, a, b) && !a->not_async)
                a->not_async = "another store of the load phase may write the same element";
        }
    }
}
