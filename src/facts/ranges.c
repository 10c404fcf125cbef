/* Bounds of numbers as sums. Signed arithmetic does not overflow; unsigned arithmetic and
 * conversions are followed where the bounds show that they change nothing. */
#include "facts/limits.h"

enum { MAX_DEPTH = 60 };

/* ---- ranges --------------------------------------------------------------------------------- */

static bool structural(struct kp_reaches *r, kp_val id, uint32_t guard, int depth,
                       struct kp_range *out);

static bool is_integer(struct kp_fn_type t)
{
    return (t.kind == KP_FN_INT || t.kind == KP_FN_UINT) && t.bytes >= 1 && t.bytes <= 8;
}

static bool is_exact(const struct kp_range *x)
{
    return kp_sum_equal(&x->lo, &x->hi);
}

static bool by_name(struct kp_reaches *r, kp_val v, struct kp_range *out)
{
    if (!r->name(r->of, v) && !(r->by_thread && r->name_of_own(r->of, v)))
        return false;
    out->lo = out->hi = kp_sum_of_value(v);
    return true;
}

/* What a narrow type can hold. */
static bool by_type(struct kp_fn_type t, struct kp_range *out)
{
    bool is_signed = t.kind == KP_FN_INT;

    if (t.bytes > 2)
        return false;
    out->lo = kp_sum_of_number(is_signed ? -(1 << (8 * t.bytes - 1)) : 0);
    out->hi = kp_sum_of_number((1 << (8 * t.bytes - is_signed)) - 1);
    return true;
}

/* True if the two ways of an if lead here. */
static bool is_choice(const struct kp_fn *fn, const struct kp_value *v)
{
    return fn->blocks.v[v->block].joins && v->n_operands == 2;
}

static bool special(struct kp_reaches *r, const struct kp_value *v, struct kp_range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    kp_val dim = KP_REACH_SPECIAL + (kp_val)v->imm;

    if (r->by_thread && v->imm < KP_SPECIAL_BLOCK)
        return by_name(r, dim, out);
    if (r->block[0] && v->imm < KP_SPECIAL_BLOCK) {
        out->lo = kp_sum_of_number(0);
        out->hi = kp_sum_of_number(r->block[v->imm - KP_SPECIAL_THREAD] - 1);
        return true;
    }
    if (r->block[0] && v->imm >= KP_SPECIAL_BLOCK_DIM && v->imm < KP_SPECIAL_BLOCK_DIM + 3) {
        out->lo = out->hi = kp_sum_of_number(r->block[v->imm - KP_SPECIAL_BLOCK_DIM]);
        return true;
    }
    if (v->imm >= KP_SPECIAL_BLOCK)
        return by_name(r, dim, out);
    dim += KP_SPECIAL_BLOCK_DIM - KP_SPECIAL_THREAD;
    if (!by_name(r, dim, out) || !kp_sum_add(&out->hi, &one, -1, &out->hi))
        return false;
    out->lo = kp_sum_of_number(0);
    return true;
}

static bool product(struct kp_reaches *r, struct kp_range x, struct kp_range y,
                    struct kp_range *out)
{
    int64_t number;
    bool ok;

    if (is_exact(&x)) {
        struct kp_range t = x;

        x = y;
        y = t;
    }
    if (is_exact(&y) && kp_sum_is_number(&y.lo, &number) && number < 0)
        ok = kp_sum_multiply(&x.hi, &y.lo, &out->lo) && kp_sum_multiply(&x.lo, &y.lo, &out->hi);
    else
        ok = kp_test_positive(r, &y.lo) && (is_exact(&y) || kp_make_positive(r, &x.lo)) &&
             kp_sum_multiply(&x.lo, &y.lo, &out->lo) && kp_sum_multiply(&x.hi, &y.hi, &out->hi);
    if (ok) {
        kp_limit_factors(r, &out->lo, true);
        kp_limit_factors(r, &out->hi, true);
    }
    return ok;
}

/* Rounded towards zero: of nothing below 0. By a value, exact where the bound is one below its
 * multiple; of numbers, exact. */
static bool quotient(struct kp_reaches *r, const struct kp_range *x, const struct kp_range *y,
                     struct kp_range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    struct kp_sum above;
    int64_t most, by;

    if (!kp_make_positive(r, &x->lo) || !kp_make_positive(r, &y->lo))
        return false;
    out->lo = kp_sum_of_number(0);
    out->hi = x->hi;
    if (kp_sum_is_number(&x->hi, &most) && kp_sum_is_number(&y->lo, &by) && most >= 0 && by > 0)
        out->hi = kp_sum_of_number(most / by);
    if (is_exact(y) && y->lo.n == 1 && y->lo.term[0].by == 1 &&
        !y->lo.term[0].factor[KP_SUM_DEGREE - 2] && y->lo.term[0].factor[KP_SUM_DEGREE - 1] &&
        kp_sum_add(&x->hi, &one, 1, &above) &&
        kp_sum_divide(&above, y->lo.term[0].factor[KP_SUM_DEGREE - 1], &above))
        return kp_sum_add(&above, &one, -1, &out->hi);
    return true;
}

static bool remainder_of(struct kp_reaches *r, const struct kp_range *x, const struct kp_range *y,
                         struct kp_range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);

    out->lo = kp_sum_of_number(0);
    return kp_make_positive(r, &x->lo) && kp_make_positive(r, &y->lo) &&
           kp_sum_add(&y->hi, &one, -1, &out->hi);
}

static bool shifted(struct kp_reaches *r, const struct kp_range *x, const struct kp_range *y,
                    struct kp_range *out)
{
    struct kp_range factor;
    int64_t by;

    if (!is_exact(y) || !kp_sum_is_number(&y->lo, &by) || by < 0 || by > 30)
        return false;
    factor.lo = factor.hi = kp_sum_of_number((int64_t)1 << by);
    return product(r, *x, factor, out);
}

/* With a mask, which is what is left of any value at most. */
static bool masked(const struct kp_reaches *r, const struct kp_value *v, struct kp_range *out)
{
    int64_t mask;

    if ((!kp_fn_is_const(r->fn, v->operand[0], &mask) || mask < 0) &&
        (!kp_fn_is_const(r->fn, v->operand[1], &mask) || mask < 0))
        return false;
    out->lo = kp_sum_of_number(0);
    out->hi = kp_sum_of_number(mask);
    return true;
}

/* True if the first one is never below the second. */
static bool is_at_least(const struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y)
{
    struct kp_sum more;

    return kp_sum_add(x, y, -1, &more) && kp_sum_is_positive(r, &more);
}

/* The larger one of two numbers, or more: where neither is known to be, both together are, of
 * nothing below 0. */
static bool larger_of(struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y,
                      struct kp_sum *out)
{
    const struct kp_sum *more = is_at_least(r, x, y) ? x : is_at_least(r, y, x) ? y : NULL;

    if (more)
        *out = *more;
    return more || (kp_test_positive(r, x) && kp_test_positive(r, y) && kp_sum_add(x, y, 1, out));
}

bool kp_range_of_either(struct kp_reaches *r, const struct kp_range *x, const struct kp_range *y,
                        struct kp_range *out)
{
    struct kp_range in;

    if (is_at_least(r, &x->lo, &y->lo))
        in.lo = y->lo;
    else if (is_at_least(r, &y->lo, &x->lo))
        in.lo = x->lo;
    else if (kp_make_positive(r, &x->lo) && kp_make_positive(r, &y->lo))
        in.lo = kp_sum_of_number(0);
    else
        return false;
    if (!larger_of(r, &x->hi, &y->hi, &in.hi))
        return false;
    *out = in;
    return true;
}

static bool binary(struct kp_reaches *r, const struct kp_value *v, uint32_t guard, int depth,
                   struct kp_range *out)
{
    struct kp_range x, y;
    int64_t most, by;

    if (v->op == KP_FN_AND)
        return masked(r, v, out);
    if (v->op == KP_FN_REM && v->type.kind == KP_FN_UINT) {
        x.lo = kp_sum_of_number(0);
        return kp_range_of(r, v->operand[1], guard, depth, &y) && remainder_of(r, &x, &y, out);
    }
    if (!kp_range_of(r, v->operand[0], guard, depth, &x) ||
        !kp_range_of(r, v->operand[1], guard, depth, &y))
        return false;
    switch (v->op) {
    case KP_FN_ADD:
        return kp_sum_add(&x.lo, &y.lo, 1, &out->lo) && kp_sum_add(&x.hi, &y.hi, 1, &out->hi);
    case KP_FN_SUB:
        return kp_sum_add(&x.lo, &y.hi, -1, &out->lo) && kp_sum_add(&x.hi, &y.lo, -1, &out->hi);
    case KP_FN_MUL:
        return product(r, x, y, out);
    case KP_FN_DIV:
        return quotient(r, &x, &y, out);
    case KP_FN_REM:
        return remainder_of(r, &x, &y, out);
    case KP_FN_SHL:
        return shifted(r, &x, &y, out);
    case KP_FN_SHR: /* of nothing below 0 */
        out->lo = kp_sum_of_number(0);
        out->hi = x.hi;
        if (kp_sum_is_number(&x.hi, &most) && kp_sum_is_number(&y.lo, &by) && most >= 0 &&
            by >= 0 && by < 63)
            out->hi = kp_sum_of_number(most >> by);
        return kp_make_positive(r, &x.lo);
    case KP_FN_MIN: /* one bound of two that hold */
        out->lo = kp_sum_of_number(0);
        out->hi = is_exact(&y) ? y.hi : x.hi;
        return kp_test_positive(r, &x.lo) && kp_test_positive(r, &y.lo);
    case KP_FN_MAX:
        out->lo = is_at_least(r, &x.lo, &y.lo) ? x.lo : y.lo; /* it is no less than either */
        return larger_of(r, &x.hi, &y.hi, &out->hi);
    default:
        return false;
    }
}

bool kp_followed_sum(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(r->fn, id);
    struct kp_sum x, y;
    struct kp_range any;

    if (v->op == KP_FN_CONST && is_integer(v->type)) {
        *out = kp_sum_of_number(v->imm);
        return v->imm >= 0 || v->type.kind == KP_FN_INT;
    }
    /* where a bound is known, a conversion and unsigned arithmetic change nothing */
    if ((v->op == KP_FN_CAST || v->op == KP_FN_ADD || v->op == KP_FN_SUB || v->op == KP_FN_MUL) &&
        is_integer(v->type) &&
        (v->op != KP_FN_CAST || is_integer(kp_fn_value(r->fn, v->operand[0])->type)) &&
        depth < MAX_DEPTH && structural(r, kp_fn_find(r->fn, id), guard, depth + 1, &any) &&
        kp_followed_sum(r, v->operand[0], guard, depth + 1, &x)) {
        *out = x;
        if (v->op == KP_FN_CAST)
            return true;
        return kp_followed_sum(r, v->operand[1], guard, depth + 1, &y) &&
               (v->op == KP_FN_MUL ? kp_sum_multiply(&x, &y, out)
                                   : kp_sum_add(&x, &y, v->op == KP_FN_ADD ? 1 : -1, out));
    }
    *out = kp_sum_of_value(v->op == KP_FN_SPECIAL ? KP_REACH_SPECIAL + (kp_val)v->imm
                                                  : kp_fn_find(r->fn, id));
    return true;
}

/* True if the condition `side[0] op side[1]`, which holds for the first of two values, says that
 * value i, where it is chosen, is not above the other one. */
static bool is_below_other(const struct kp_value *c, const struct kp_sum side[2],
                           const struct kp_sum value[2], unsigned i)
{
    bool less = (c->op == KP_FN_LT || c->op == KP_FN_LE) == (i == 0);
    bool strict = (c->op == KP_FN_LT || c->op == KP_FN_GT) == (i == 0);
    struct kp_sum rest;
    int64_t number;

    return kp_sum_add(&value[1 - i], &value[i], -1, &rest) &&
           kp_sum_add(&rest, &side[less], -1, &rest) && kp_sum_add(&rest, &side[!less], 1, &rest) &&
           kp_sum_is_number(&rest, &number) && number + strict >= 0;
}

/* `x + T > n ? n - x : T`: what is never above the other value has the bound that the other one has
 * on both ways. */
static void bound_by_other(struct kp_reaches *r, const struct kp_value *v, unsigned first,
                           uint32_t guard, int depth, struct kp_range at[2])
{
    kp_val condition = first ? v->operand[0] : r->fn->blocks.v[v->block].joins;
    const struct kp_value *c = kp_fn_value(r->fn, condition);
    size_t limited = r->limited.n, rooms = r->rooms.n;
    struct kp_sum side[2], value[2];
    struct kp_range other;

    if (c->op < KP_FN_LT || c->op > KP_FN_GE)
        return;
    for (unsigned i = 0; i < 2; i++)
        if (!kp_followed_sum(r, c->operand[i], guard, depth, &side[i]) ||
            !kp_followed_sum(r, v->operand[first + i], guard, depth, &value[i]))
            goto nothing;
    for (unsigned i = 0; i < 2; i++)
        if (is_below_other(c, side, value, i) &&
            kp_range_of(r, v->operand[first + 1 - i], guard, depth, &other)) {
            at[i].hi = other.hi;
            return;
        }
nothing:
    r->limited.n = limited;
    r->rooms.n = rooms;
}

/* Where one of two ways leads: SELECT, or a PHI behind an if. Each value is looked at where it is
 * chosen. */
static bool chosen(struct kp_reaches *r, const struct kp_value *v, uint32_t guard, int depth,
                   struct kp_range *out)
{
    const struct kp_fn_block *block = &r->fn->blocks.v[v->block];
    unsigned first = v->op == KP_FN_SELECT;
    struct kp_range at[2];

    for (unsigned i = 0; i < 2; i++)
        if (!kp_range_of(r, v->operand[first + i],
                         first ? guard : r->fn->blocks.v[block->preds.v[i]].guard, depth, &at[i]))
            return false;
    bound_by_other(r, v, first, block->guard, depth, at);
    return kp_range_of_either(r, &at[0], &at[1], out);
}

static bool converted(struct kp_reaches *r, const struct kp_value *v, uint32_t guard, int depth,
                      struct kp_range *out)
{
    if (kp_fn_value(r->fn, v->operand[0])->type.kind == KP_FN_BOOL) {
        *out = (struct kp_range){kp_sum_of_number(0), kp_sum_of_number(1)};
        return true;
    }
    return is_integer(kp_fn_value(r->fn, v->operand[0])->type) &&
           kp_range_of(r, v->operand[0], guard, depth, out) && kp_range_fits(r, out, v->type);
}

/* Conversions to types of 32 bits at least. */
static kp_val without_casts(const struct kp_fn *fn, kp_val v)
{
    while (kp_fn_value(fn, v)->op == KP_FN_CAST && is_integer(kp_fn_value(fn, v)->type) &&
           kp_fn_value(fn, v)->type.bytes >= 4)
        v = kp_fn_value(fn, v)->operand[0];
    return kp_fn_find(fn, v);
}

/* A counter that never goes down. Its upper bound is its loop's condition. */
static bool counter(struct kp_reaches *r, kp_val id, const struct kp_value *v, uint32_t guard,
                    int depth, struct kp_range *out, struct kp_range *step)
{
    uint32_t loop = r->fn->blocks.v[v->block].loop;
    const struct kp_value *next;
    struct kp_range from;

    if (!loop || r->fn->loops.v[loop].header != v->block || v->n_operands != 2)
        return false;
    next = kp_fn_value(r->fn, without_casts(r->fn, v->operand[1]));
    if (next->op != KP_FN_ADD || !is_integer(next->type))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (without_casts(r->fn, next->operand[i]) == id &&
            kp_range_of(r, next->operand[1 - i], guard, depth, step) &&
            kp_make_positive(r, &step->lo) && kp_range_of(r, v->operand[0], guard, depth, &from)) {
            out->lo = from.lo;
            return kp_make_positive(r, &from.lo);
        }
    return false;
}

static bool structural(struct kp_reaches *r, kp_val id, uint32_t guard, int depth,
                       struct kp_range *out)
{
    const struct kp_value *v = &r->fn->values.v[id];
    bool ok;

    switch (v->op) {
    case KP_FN_CONST:
        out->lo = out->hi = kp_sum_of_number(v->imm);
        return v->type.kind != KP_FN_UINT || v->imm >= 0;
    case KP_FN_SPECIAL:
        return special(r, v, out);
    case KP_FN_PHI:
    case KP_FN_SELECT:
        return chosen(r, v, guard, depth, out);
    case KP_FN_CAST:
        return converted(r, v, guard, depth, out);
    case KP_FN_LOAD:
        return is_integer(v->type) && kp_range_kept(r, v, depth, out);
    case KP_FN_PARAM:
    case KP_FN_GIVEN:
        return by_name(r, id, out);
    default:
        ok = v->op >= KP_FN_ADD && v->op <= KP_FN_MAX && is_integer(v->type) &&
             binary(r, v, guard, depth, out);
        return ok && (v->type.kind == KP_FN_INT || kp_range_fits(r, out, v->type));
    }
}

/* A negative value may have become a large one, but no large value a small one: what is not above a
 * bound was not before. */
bool kp_is_side(const struct kp_fn *fn, const struct kp_value *c, unsigned operand, kp_val id)
{
    kp_val at = kp_fn_operand(fn, c, operand);

    while (at != id) {
        const struct kp_value *v = kp_fn_value(fn, at);
        struct kp_fn_type from;

        if (v->op != KP_FN_CAST || !is_integer(v->type))
            return false;
        from = kp_fn_value(fn, v->operand[0])->type;
        if (!is_integer(from) || v->type.bytes < from.bytes ||
            (v->type.bytes == from.bytes && from.kind == KP_FN_UINT && v->type.kind == KP_FN_INT))
            return false;
        at = kp_fn_operand(fn, v, 0);
    }
    return true;
}

/* True if the value is the smaller one of its two last operands. */
static bool is_smaller_one(struct kp_reaches *r, const struct kp_value *v, uint32_t guard,
                           int depth)
{
    const struct kp_value *c;
    struct kp_sum side[2], value[2];

    if (v->op != KP_FN_SELECT)
        return v->op == KP_FN_MIN;
    c = kp_fn_value(r->fn, v->operand[0]);
    if (c->op < KP_FN_LT || c->op > KP_FN_GE)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!kp_followed_sum(r, c->operand[i], guard, depth, &side[i]) ||
            !kp_followed_sum(r, v->operand[1 + i], guard, depth, &value[i]))
            return false;
    return is_below_other(c, side, value, 0) && is_below_other(c, side, value, 1);
}

/* An upper bound; of the smaller one of two values each one's, where a number is preferred. */
static bool most_of(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct kp_sum *hi)
{
    const struct kp_value *v = kp_fn_value(r->fn, id);
    size_t limited = r->limited.n, rooms = r->rooms.n;
    struct kp_range x;
    struct kp_sum one;
    bool found = false;
    int64_t number, best = INT64_MAX;

    if (is_integer(v->type) && depth < MAX_DEPTH && is_smaller_one(r, v, guard, depth))
        for (unsigned i = 0; i < 2; i++) {
            if (!most_of(r, v->operand[v->n_operands - 2 + i], guard, depth + 1, &one))
                continue;
            if (kp_sum_is_number(&one, &number) ? number > best : found)
                continue;
            if (kp_sum_is_number(&one, &number))
                best = number;
            *hi = one;
            found = true;
        }
    if (found)
        return true;
    r->limited.n = limited;
    r->rooms.n = rooms;
    if (!kp_range_of(r, id, guard, depth, &x))
        return false;
    *hi = x.hi;
    return true;
}

/* What a condition that holds, or does not (`negated`), says of the value: it is at most *hi. */
static bool said_by(struct kp_reaches *r, kp_val condition, bool negated, kp_val id, uint32_t guard,
                    int depth, struct kp_sum *hi)
{
    const struct kp_value *c = kp_fn_value(r->fn, condition);
    const struct kp_sum one = kp_sum_of_number(1);
    bool below, strict;
    unsigned side;

    if (c->op == KP_FN_NOT && c->type.kind == KP_FN_BOOL)
        return said_by(r, c->operand[0], !negated, id, guard, depth, hi);
    if (c->op == (negated ? KP_FN_OR : KP_FN_AND) && c->type.kind == KP_FN_BOOL)
        return said_by(r, c->operand[0], negated, id, guard, depth, hi) ||
               said_by(r, c->operand[1], negated, id, guard, depth, hi);
    if (c->op < KP_FN_LT || c->op > KP_FN_GE)
        return false;
    side = !kp_is_side(r->fn, c, 0, id);
    if (side && !kp_is_side(r->fn, c, 1, id))
        return false;
    below = ((c->op == KP_FN_LT || c->op == KP_FN_LE) != negated) != (side == 1);
    strict = (c->op == KP_FN_LT || c->op == KP_FN_GT) != negated;
    if (!below || !most_of(r, c->operand[1 - side], guard, depth, hi))
        return false;
    return !strict || kp_sum_add(hi, &one, -1, hi);
}

static bool guarded(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct kp_sum *hi)
{
    for (uint32_t g = guard; g; g = r->fn->guards.v[g].outer)
        if (r->fn->guards.v[g].condition &&
            said_by(r, r->fn->guards.v[g].condition, r->fn->guards.v[g].negated, id, guard, depth,
                    hi))
            return true;
    return false;
}

/* Counting on from the last trip does not wrap, in the type in which that is done. */
static bool stays_up(struct kp_reaches *r, const struct kp_value *v, const struct kp_range *x,
                     const struct kp_range *step)
{
    const struct kp_value *next = kp_fn_value(r->fn, v->operand[1]);
    struct kp_fn_type narrow = v->type;
    struct kp_range after = *x;

    if (next->op == KP_FN_ADD && v->type.kind == KP_FN_INT)
        return true;
    if (next->op != KP_FN_ADD)
        narrow = (struct kp_fn_type){KP_FN_INT, v->type.bytes < 4 ? v->type.bytes : 4};
    return kp_sum_add(&x->hi, &step->hi, 1, &after.hi) && kp_range_fits(r, &after, narrow);
}

/* What begins at no less than 0, and is divided by a number in each trip: it never is above where
 * it began. Conversions on the way, to 32 bits at least, change nothing of what fits into an int.
 */
static bool is_divided(struct kp_reaches *r, kp_val id, const struct kp_value *v, uint32_t guard,
                       int depth, struct kp_range *out)
{
    const struct kp_fn_type narrow = {KP_FN_INT, 4};
    uint32_t loop = r->fn->blocks.v[v->block].loop;
    const struct kp_value *next;
    int64_t by;

    if (!loop || r->fn->loops.v[loop].header != v->block || v->n_operands != 2 ||
        v->type.bytes < 4 || r->name(r->of, id)) /* then it is exact */
        return false;
    next = kp_fn_value(r->fn, without_casts(r->fn, v->operand[1]));
    if ((next->op != KP_FN_SHR && next->op != KP_FN_DIV) || next->type.bytes < 4 ||
        !kp_fn_is_const(r->fn, next->operand[1], &by) || by < (next->op == KP_FN_DIV) || by > 31 ||
        without_casts(r->fn, next->operand[0]) != id ||
        !kp_range_of(r, v->operand[0], guard, depth, out) || !kp_make_positive(r, &out->lo) ||
        !kp_range_fits(r, out, narrow))
        return false;
    out->lo = kp_sum_of_number(0);
    return true;
}

/* A loop's variable. */
static bool looped(struct kp_reaches *r, kp_val id, const struct kp_value *v, uint32_t guard,
                   int depth, struct kp_range *out)
{
    size_t limited = r->limited.n, rooms = r->rooms.n;
    struct kp_range step;

    if (is_divided(r, id, v, guard, depth, out))
        return true;
    r->limited.n = limited;
    r->rooms.n = rooms;
    return counter(r, id, v, guard, depth, out, &step) && guarded(r, id, guard, depth, &out->hi) &&
           stays_up(r, v, out, &step);
}

bool kp_range_of(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct kp_range *out)
{
    const struct kp_value *v;
    size_t limited = r->limited.n, rooms = r->rooms.n;
    struct kp_range known;
    struct kp_sum hi;
    bool is_counter;

    id = kp_fn_find(r->fn, id);
    v = &r->fn->values.v[id];
    if (--r->steps < 0 || depth == MAX_DEPTH || !is_integer(v->type))
        return false;
    is_counter = v->op == KP_FN_PHI && !is_choice(r->fn, v);
    if (is_counter ? looped(r, id, v, guard, depth + 1, out)
                   : structural(r, id, guard, depth + 1, out)) {
        if (!is_counter && !is_exact(out) && guarded(r, id, guard, depth + 1, &hi))
            out->hi = hi;
        known = *out;
        if (is_exact(out) ? (limited == r->limited.n && rooms == r->rooms.n) ||
                                !by_name(r, id, out) /* which assumes nothing */
                          : !r->by_thread || !by_name(r, id, out))
            return true;
        if (!guard && limited == r->limited.n && rooms == r->rooms.n)
            kp_know_own(r, id, &known);
    }
    r->limited.n = limited; /* nothing rests on what was assumed */
    r->rooms.n = rooms;
    return by_name(r, id, out) || by_type(v->type, out);
}
