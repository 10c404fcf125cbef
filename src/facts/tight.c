/* Upper bounds of sums in which values are bounded one after the other, the innermost first: what a
 * bound has in common with the rest of the sum cancels out. (k2 + j, where j < min(m, k2 + 512) -
 * k2, is less than m.) */
#include "facts/limits.h"
#include "facts/room.h"

enum { MAX_STEPS = 20000, MAX_DEPTH = 16, USUAL_SIZE = 32 };

static bool is_of_thread(kp_val v)
{
    return v >= KP_REACH_SPECIAL && v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK;
}

/* The value that was computed last and has no name at the test, which all threads make alike; NONE.
 */
static kp_val last_of(struct kp_reaches *r, const struct kp_sum *s)
{
    kp_val last = KP_NO_VAL;

    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val v = s->term[i].factor[k];

            if (v && (is_of_thread(v) || !r->name(r->of, v)) && v > last)
                last = v;
        }
    return last;
}

/* Splits off the terms with the value; *times: what it is multiplied by. */
static bool split(const struct kp_sum *s, kp_val v, struct kp_sum *times, struct kp_sum *rest)
{
    struct kp_sum with = {0};

    *rest = (struct kp_sum){0};
    for (unsigned i = 0; i < s->n; i++) {
        bool has = false;

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            has |= s->term[i].factor[k] == v;
        if (has)
            with.term[with.n++] = s->term[i];
        else
            rest->term[rest->n++] = s->term[i];
    }
    return kp_sum_divide(&with, v, times);
}

/* True if what all threads make alike, whatever it is, makes each term of the sum positive or 0. */
static bool has_positive_factors(struct kp_reaches *r, const struct kp_sum *s, uint32_t guard)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val v = s->term[i].factor[k];
            struct kp_range x = {.lo = kp_sum_of_value(v)};

            if (s->term[i].by < 0 || is_of_thread(v) ||
                (v && !r->name(r->of, v) && !kp_range_of(r, v, guard, 0, &x)) ||
                (v && !kp_make_positive(r, &x.lo)))
                return false;
        }
    return true;
}

static bool bound(struct kp_reaches *r, const struct kp_sum *s, uint32_t guard, int depth,
                  struct kp_sum *hi);

/* The sum with something not smaller instead of the value. */
static bool with(struct kp_reaches *r, const struct kp_sum *times, const struct kp_sum *rest,
                 const struct kp_sum *instead, uint32_t guard, int depth, struct kp_sum *hi)
{
    struct kp_sum s;

    return kp_sum_multiply(times, instead, &s) && kp_sum_add(&s, rest, 1, &s) &&
           bound(r, &s, guard, depth + 1, hi);
}

/* What a guard says that the value is at most. */
static bool said(struct kp_reaches *r, const struct kp_fn_guard *g, kp_val v, uint32_t guard,
                 struct kp_sum *most)
{
    const struct kp_value *c = kp_fn_value(r->fn, g->condition);
    const struct kp_sum one = kp_sum_of_number(1);
    bool below, strict;
    unsigned side;

    if (!g->condition || c->op < KP_FN_LT || c->op > KP_FN_GE)
        return false;
    side = !kp_is_side(r->fn, c, 0, v);
    if (side && !kp_is_side(r->fn, c, 1, v))
        return false;
    below = ((c->op == KP_FN_LT || c->op == KP_FN_LE) != g->negated) != (side == 1);
    strict = (c->op == KP_FN_LT || c->op == KP_FN_GT) != g->negated;
    return below && kp_followed_sum(r, c->operand[1 - side], guard, 0, most) &&
           (!strict || kp_sum_add(most, &one, -1, most));
}

/* .. where each size is a usual one. */
static bool is_usually_positive(const struct kp_sum *s)
{
    __extension__ __int128 sum = 0;

    for (unsigned i = 0; i < s->n; i++) {
        __extension__ __int128 by = s->term[i].by;

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            by *= s->term[i].factor[k] ? USUAL_SIZE : 1;
        sum += by;
    }
    return sum > 0;
}

/* Of two that are both right. Constants count only where nothing else does. */
static bool is_smaller(const struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y)
{
    struct kp_sum more;
    int64_t number;

    if (!kp_sum_add(y, x, -1, &more))
        return false;
    if (kp_sum_is_number(&more, &number))
        return number > 0;
    for (unsigned i = 0; i < more.n; i++)
        if (!more.term[i].factor[KP_SUM_DEGREE - 1])
            more.term[i--] = more.term[--more.n];
    return kp_sum_is_positive(r, &more) || is_usually_positive(&more);
}

/* The better one of what the operands of MIN lead to. */
static bool smaller_one(struct kp_reaches *r, const struct kp_value *v, const struct kp_sum *times,
                        const struct kp_sum *rest, uint32_t guard, int depth, struct kp_sum *hi)
{
    struct kp_sum one, other;
    bool found = false;

    for (unsigned i = 0; i < 2; i++)
        if (kp_followed_sum(r, v->operand[i], guard, 0, &one) &&
            with(r, times, rest, &one, guard, depth, &other) &&
            (!found || is_smaller(r, &other, hi))) {
            *hi = other;
            found = true;
        }
    return found;
}

/* A sum that is not below the quotient by a number that `times` is a multiple of: times * (x / c)
 * is at most (times / c) * x, of an x that is not negative. */
static bool by_dividend(struct kp_reaches *r, kp_val id, const struct kp_sum *times,
                        const struct kp_sum *rest, uint32_t guard, int depth, struct kp_sum *hi)
{
    const struct kp_value *v = kp_fn_value(r->fn, id);
    struct kp_sum dividend, part = *times;
    struct kp_range range;
    int64_t by;

    if ((v->op != KP_FN_DIV && v->op != KP_FN_SHR) || !kp_fn_is_const(r->fn, v->operand[1], &by) ||
        by < 0 || (v->op == KP_FN_SHR && by > 30))
        return false;
    by = v->op == KP_FN_SHR ? (int64_t)1 << by : by;
    for (unsigned i = 0; i < part.n; i++) {
        if (!by || part.term[i].by % by)
            return false;
        part.term[i].by /= by;
    }
    return kp_range_of(r, v->operand[0], guard, 0, &range) && kp_make_positive(r, &range.lo) &&
           kp_followed_sum(r, v->operand[0], guard, 0, &dividend) &&
           with(r, &part, rest, &dividend, guard, depth, hi);
}

/* What the guards say that the value is at most; false: nothing. */
static bool guarded(struct kp_reaches *r, kp_val v, uint32_t guard, struct kp_sum *most)
{
    for (uint32_t g = guard; g; g = r->fn->guards.v[g].outer) {
        struct kp_fn_guard part[KP_GUARD_PARTS];

        for (unsigned n = kp_guard_parts(r->fn, &r->fn->guards.v[g], part); n-- > 0;)
            if (said(r, &part[n], v, guard, most))
                return true;
    }
    return false;
}

/* True if both are the same, or quotients of the same sums. */
static bool are_same(struct kp_reaches *r, kp_val x, kp_val y, uint32_t guard)
{
    const struct kp_value *a = kp_fn_value(r->fn, x), *b = kp_fn_value(r->fn, y);
    struct kp_sum s, t;

    if (x == y)
        return true;
    if (a->op != KP_FN_DIV || b->op != KP_FN_DIV || a->type.kind != b->type.kind ||
        a->type.bytes != b->type.bytes)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!kp_followed_sum(r, a->operand[i], guard, 0, &s) ||
            !kp_followed_sum(r, b->operand[i], guard, 0, &t) || !kp_sum_equal(&s, &t))
            return false;
    return true;
}

/* The sum without a factor of all its terms, which is the value. */
static bool divided(struct kp_reaches *r, const struct kp_sum *s, kp_val by, uint32_t guard,
                    struct kp_sum *out)
{
    for (unsigned k = 0; s->n && k < KP_SUM_DEGREE; k++) {
        const kp_val v = s->term[0].factor[k];

        if (v && v < KP_REACH_SPECIAL && are_same(r, v, kp_fn_find(r->fn, by), guard))
            return kp_sum_divide(s, v, out);
    }
    return false;
}

/* A value y that is not looked into: x % y is less, and x / y is less than n where x is less than
 * n * y, of an x that is not negative. No range says less. */
static bool by_divisor(struct kp_reaches *r, kp_val id, const struct kp_sum *times,
                       const struct kp_sum *rest, uint32_t guard, int depth, struct kp_sum *hi)
{
    const struct kp_value *v = kp_fn_value(r->fn, id);
    const struct kp_sum one = kp_sum_of_number(1);
    struct kp_range x, y;
    struct kp_sum most;

    if ((v->op != KP_FN_DIV && v->op != KP_FN_REM) ||
        !kp_range_of(r, v->operand[0], guard, 0, &x) || !kp_make_positive(r, &x.lo) ||
        !kp_range_of(r, v->operand[1], guard, 0, &y) || !kp_make_positive(r, &y.lo))
        return false;
    if (v->op == KP_FN_REM
            ? !kp_followed_sum(r, v->operand[1], guard, 0, &most)
            : !guarded(r, v->operand[0], guard, &most) || !kp_sum_add(&most, &one, 1, &most) ||
                  !divided(r, &most, v->operand[1], guard, &most))
        return false;
    return kp_sum_add(&most, &one, -1, &most) && with(r, times, rest, &most, guard, depth, hi);
}

/* The range of a value without its guards. */
static bool range_of(struct kp_reaches *r, kp_val v, uint32_t guard, struct kp_range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    kp_val dim = v + KP_SPECIAL_BLOCK_DIM - KP_SPECIAL_THREAD;

    if (v < KP_REACH_SPECIAL)
        return kp_range_of(r, v, guard, 0, out);
    out->lo = kp_sum_of_number(0);
    if (is_of_thread(v) && r->block[0]) {
        out->hi = kp_sum_of_number(r->block[v - KP_REACH_SPECIAL - KP_SPECIAL_THREAD] - 1);
        return true;
    }
    out->hi = kp_sum_of_value(dim);
    return is_of_thread(v) && r->name(r->of, dim) && kp_sum_add(&out->hi, &one, -1, &out->hi);
}

static bool bound(struct kp_reaches *r, const struct kp_sum *s, uint32_t guard, int depth,
                  struct kp_sum *hi)
{
    kp_val v = last_of(r, s);
    struct kp_sum times, rest, most, other, less = {0};
    struct kp_range range;
    bool found;

    if (!v) {
        *hi = *s;
        return true;
    }
    if (--r->steps < 0 || depth > MAX_DEPTH || !split(s, v, &times, &rest) ||
        (last_of(r, &times) && !has_positive_factors(r, &times, guard)))
        return false;
    if (!last_of(r, &times) && !kp_make_positive(r, &times))
        return kp_sum_add(&less, &times, -1, &less) && kp_make_positive(r, &less) &&
               range_of(r, v, guard, &range) && with(r, &times, &rest, &range.lo, guard, depth, hi);
    for (uint32_t g = guard; g && v < KP_REACH_SPECIAL; g = r->fn->guards.v[g].outer) {
        struct kp_fn_guard part[KP_GUARD_PARTS];

        for (unsigned n = kp_guard_parts(r->fn, &r->fn->guards.v[g], part); n-- > 0;)
            if (said(r, &part[n], v, guard, &most) &&
                with(r, &times, &rest, &most, guard, depth, hi))
                return true;
    }
    if (v < KP_REACH_SPECIAL && kp_fn_value(r->fn, v)->op == KP_FN_MIN)
        return smaller_one(r, kp_fn_value(r->fn, v), &times, &rest, guard, depth, hi);
    if (v < KP_REACH_SPECIAL && by_divisor(r, v, &times, &rest, guard, depth, hi))
        return true;
    found = range_of(r, v, guard, &range) && with(r, &times, &rest, &range.hi, guard, depth, hi);
    if (v < KP_REACH_SPECIAL && by_dividend(r, v, &times, &rest, guard, depth, &other) &&
        (!found || is_smaller(r, &other, hi))) {
        *hi = other;
        found = true;
    }
    return found;
}

void kp_tighten(struct kp_reaches *r, const struct kp_offset *o, uint32_t guard, struct kp_sum *hi)
{
    struct kp_reaches before = *r;
    struct kp_sum sum = {0}, tight;
    bool ok = true;

    r->steps = MAX_STEPS;
    for (unsigned i = 0; i < o->n && ok; i++)
        ok = kp_followed_sum(r, o->value[i], guard, 0, &tight) &&
             kp_sum_add(&sum, &tight, o->sign[i], &sum);
    if (ok && bound(r, &sum, guard, 0, &tight) && is_smaller(r, &tight, hi))
        *hi = tight;
    else
        *r = before;
}
