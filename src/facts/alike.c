/* Stores whose points are those of others: the number of the element and the guards are computed
 * from the same values in the same way, with rows of values in loops that begin alike and go on
 * alike. */
#include "facts/alike.h"

#include "facts/known.h"
#include "facts/room.h"

enum { MAX_DEPTH = 24, MAX_ROWS = 8 };

/* What is equal in a trip of x's loops and the same trip of y's: each loop has one partner. */
struct alike {
    const struct kp_fn *fn;
    kp_val x[MAX_ROWS], y[MAX_ROWS]; /* header phis taken for rows that are equal */
    unsigned n;
};

static bool is_alike(struct alike *a, kp_val x, kp_val y, int depth);

/* True if both rows begin alike, and go on alike where they have been alike so far. */
static bool are_rows(struct alike *a, const struct kp_value *x, const struct kp_value *y, int depth)
{
    const struct kp_fn_block *bx = &a->fn->blocks.v[x->block], *by = &a->fn->blocks.v[y->block];

    if (x->n_operands != 2 || y->n_operands != 2 || a->n == MAX_ROWS)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (kp_fn_in_loop(a->fn, a->fn->blocks.v[bx->preds.v[i]].loop, bx->loop) !=
            kp_fn_in_loop(a->fn, a->fn->blocks.v[by->preds.v[i]].loop, by->loop))
            return false;
    for (unsigned i = 0; i < a->n; i++)
        if ((a->fn->values.v[a->x[i]].block == x->block) !=
            (a->fn->values.v[a->y[i]].block == y->block))
            return false;
    a->x[a->n] = kp_fn_find(a->fn, (kp_val)(x - a->fn->values.v));
    a->y[a->n++] = kp_fn_find(a->fn, (kp_val)(y - a->fn->values.v));
    return is_alike(a, x->operand[0], y->operand[0], depth + 1) &&
           is_alike(a, x->operand[1], y->operand[1], depth + 1);
}

/* True if both are computed from the same values in the same way. */
static bool is_alike(struct alike *a, kp_val x, kp_val y, int depth)
{
    const struct kp_value *vx, *vy;

    if (x >= KP_REACH_SPECIAL || y >= KP_REACH_SPECIAL || !x || !y)
        return x == y;
    x = kp_fn_find(a->fn, x);
    y = kp_fn_find(a->fn, y);
    for (unsigned i = 0; i < a->n; i++)
        if (a->x[i] == x && a->y[i] == y)
            return true;
    if (x == y)
        return true;
    vx = &a->fn->values.v[x];
    vy = &a->fn->values.v[y];
    if (depth > MAX_DEPTH || vx->op != vy->op || vx->type.kind != vy->type.kind ||
        vx->type.bytes != vy->type.bytes || vx->n_operands != vy->n_operands || vx->imm != vy->imm)
        return false;
    if (vx->op == KP_FN_PHI)
        return kp_fn_is_header_phi(a->fn, vx) && kp_fn_is_header_phi(a->fn, vy) &&
               are_rows(a, vx, vy, depth);
    if (vx->op != KP_FN_CONST && vx->op != KP_FN_SPECIAL && vx->op != KP_FN_PARAM &&
        (vx->op < KP_FN_ADD || vx->op > KP_FN_SELECT || vx->op == KP_FN_NAME))
        return false;
    for (unsigned i = 0; i < vx->n_operands; i++)
        if (!is_alike(a, vx->operand[i], vy->operand[i], depth + 1))
            return false;
    return true;
}

/* .., which then is taken for granted. */
static bool are_alike(struct alike *a, kp_val x, kp_val y)
{
    unsigned n = a->n;
    bool result = is_alike(a, x, y, 0);

    if (!result)
        a->n = n;
    return result;
}

/* The factor of x that is like the value y, or y. */
static kp_val like(struct alike *a, const struct kp_sum *x, kp_val y)
{
    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (x->term[i].factor[k] && are_alike(a, x->term[i].factor[k], y))
                return x->term[i].factor[k];
    return y;
}

/* The sum y with factors of x for those that are like them. */
static bool translate(struct alike *a, const struct kp_sum *x, const struct kp_sum *y,
                      struct kp_sum *out)
{
    struct kp_sum all = {0};

    for (unsigned i = 0; i < y->n; i++) {
        struct kp_sum term = kp_sum_of_number(1);

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (y->term[i].factor[k]) {
                const struct kp_sum of = kp_sum_of_value(like(a, x, y->term[i].factor[k]));

                if (!kp_sum_multiply(&term, &of, &term))
                    return false;
            }
        if (!kp_sum_add(&all, &term, y->term[i].by, &all))
            return false;
    }
    *out = all;
    return true;
}

static bool has_guard(struct alike *a, const struct kp_fn_guard *all, unsigned n,
                      const struct kp_fn_guard *g)
{
    for (unsigned i = 0; i < n; i++)
        if (all[i].negated == g->negated && are_alike(a, all[i].condition, g->condition))
            return true;
    return false;
}

/* True if all that the sum is made of has one value where the store is made: it is in no loop, or
 * in one around the store. */
static bool is_known_at(const struct kp_fn *fn, const struct kp_value *store,
                        const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val x = s->term[i].factor[k];
            uint32_t loop =
                x && x < KP_REACH_SPECIAL ? fn->blocks.v[kp_fn_value(fn, x)->block].loop : 0;

            if (loop && !kp_fn_in_loop(fn, fn->blocks.v[store->block].loop, loop))
                return false;
        }
    return true;
}

/* True if the guard of another store, for the same point, follows from what x is under. */
static bool is_said(struct alike *a, const struct kp_filled *f, const struct kp_fill *x,
                    const struct kp_fn_guard *g)
{
    struct kp_sum room;

    return kp_above_of(&f->exact, g, &room) && translate(a, &x->number, &room, &room) &&
           is_known_at(f->fn, x->v, &room) && kp_says_room(&f->exact, x->v->block, NULL, 0, &room);
}

bool kp_fill_is_within(const struct kp_filled *f, const struct kp_fill *x, const struct kp_fill *y)
{
    struct alike a = {.fn = f->fn};
    struct kp_sum number;

    if (x->size != y->size || x->every != y->every || x->at != y->at || x->bytes != y->bytes ||
        x->n_fixed > KP_MAX_FILL_GUARDS || y->n_fixed > KP_MAX_FILL_GUARDS ||
        !translate(&a, &x->number, &y->number, &number) || !kp_sum_equal(&number, &x->number))
        return false;
    for (unsigned i = 0; i < y->n_fixed; i++)
        if (!has_guard(&a, x->fixed, x->n_fixed, &y->fixed[i]) &&
            !has_guard(&a, x->shared, x->n_shared, &y->fixed[i]) &&
            !is_said(&a, f, x, &y->fixed[i]))
            return false;
    return true;
}
