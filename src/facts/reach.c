/* Bounds of addresses as sums. Signed arithmetic does not overflow; unsigned arithmetic and
 * conversions are followed where the bounds show that they change nothing. */
#include "facts/reach.h"

#include "util/str.h"

__extension__ typedef __int128 wide;

enum { MAX_STEPS = 20000, MAX_DEPTH = 60, MAX_BLOCK = 1024 };

struct range {
    struct kp_sum lo, hi; /* both included */
};

/* ---- what the factors may be ---------------------------------------------------------------- */

static bool is_block_dim(kp_val v)
{
    return v >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM &&
           v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + 3;
}

static bool is_limited(const struct kp_reaches *r, kp_val v)
{
    for (size_t i = 0; i < r->limited.n; i++)
        if (r->limited.v[i] == v)
            return true;
    return false;
}

/* False: of 64 bits, and not limited. */
static bool factor_bounds(const struct kp_reaches *r, kp_val v, wide *min, wide *max)
{
    struct kp_fn_type t = {KP_FN_UINT, 4};

    *min = 0;
    *max = is_block_dim(v) ? MAX_BLOCK : KP_REACH_LIMIT;
    if (is_block_dim(v) || is_limited(r, v))
        return true;
    if (v < KP_REACH_SPECIAL)
        t = r->fn->values.v[v].type;
    *min = t.kind == KP_FN_INT ? -((wide)1 << (8 * t.bytes - 1)) : 0;
    *max = ((wide)1 << (8 * t.bytes - (t.kind == KP_FN_INT))) - 1;
    return t.bytes <= 4;
}

static bool term_bounds(const struct kp_reaches *r, const struct kp_term *t, wide *min, wide *max)
{
    wide lo, hi;

    *min = *max = t->by;
    for (unsigned i = 0; i < KP_SUM_DEGREE; i++) {
        wide corner[4];

        if (t->factor[i] == KP_NO_VAL)
            continue;
        if (!factor_bounds(r, t->factor[i], &lo, &hi) || *min < INT64_MIN || *max > INT64_MAX)
            return false;
        corner[0] = *min * lo;
        corner[1] = *min * hi;
        corner[2] = *max * lo;
        corner[3] = *max * hi;
        *min = *max = corner[0];
        for (unsigned k = 1; k < 4; k++) {
            *min = corner[k] < *min ? corner[k] : *min;
            *max = corner[k] > *max ? corner[k] : *max;
        }
    }
    return true;
}

static bool bounds(const struct kp_reaches *r, const struct kp_sum *s, wide *min, wide *max)
{
    wide lo, hi;

    *min = *max = 0;
    for (unsigned i = 0; i < s->n; i++) {
        if (!term_bounds(r, &s->term[i], &lo, &hi))
            return false;
        *min += lo;
        *max += hi;
    }
    return true;
}

bool kp_sum_is_positive(const struct kp_reaches *r, const struct kp_sum *s)
{
    wide min, max;

    return bounds(r, s, &min, &max) && min >= 0;
}

bool kp_sum_fits(const struct kp_reaches *r, const struct kp_sum *s)
{
    const wide most = (wide)1 << 61;
    wide lo, hi, total = 0;

    for (unsigned i = 0; i < s->n; i++) {
        if (!term_bounds(r, &s->term[i], &lo, &hi))
            return false;
        total += hi > -lo ? hi : -lo;
    }
    return total < most;
}

static void limit(struct kp_reaches *r, const struct kp_sum *s, bool products_only)
{
    for (unsigned i = 0; i < s->n; i++) {
        const kp_val *f = s->term[i].factor;

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (f[k] != KP_NO_VAL && !is_block_dim(f[k]) &&
                (!products_only || f[KP_SUM_DEGREE - 2] != KP_NO_VAL))
                kp_push_once(r->fn->arena, &r->limited, f[k]);
    }
}

/* Shown by limiting its factors if need be. */
static bool make_positive(struct kp_reaches *r, const struct kp_sum *s)
{
    if (!kp_sum_is_positive(r, s))
        limit(r, s, false);
    return kp_sum_is_positive(r, s);
}

static bool lies_in(const struct kp_reaches *r, const struct range *x, wide min, wide max)
{
    wide lo, hi, other;

    return bounds(r, &x->lo, &lo, &other) && bounds(r, &x->hi, &other, &hi) && lo >= min &&
           hi <= max;
}

/* The sum is not to be below zero. */
static bool assume(struct kp_reaches *r, const struct kp_sum *room)
{
    if (kp_sum_is_positive(r, room))
        return true;
    if (!kp_sum_fits(r, room))
        return false;
    kp_push(r->fn->arena, &r->rooms, *room);
    return true;
}

/* Is every value of the range one of the type? */
static bool fits_type(struct kp_reaches *r, const struct range *x, struct kp_fn_type t)
{
    wide min = t.kind == KP_FN_INT ? -((wide)1 << (8 * t.bytes - 1)) : 0;
    wide max = ((wide)1 << (8 * t.bytes - (t.kind == KP_FN_INT))) - 1;
    const struct kp_sum least = kp_sum_of_number((int64_t)min);
    const struct kp_sum most = kp_sum_of_number(max > INT64_MAX ? INT64_MAX : (int64_t)max);
    struct kp_sum above, below;

    if (lies_in(r, x, min, max))
        return true;
    limit(r, &x->lo, false);
    limit(r, &x->hi, false);
    return kp_sum_add(&x->lo, &least, -1, &above) && kp_sum_add(&most, &x->hi, -1, &below) &&
           assume(r, &above) && assume(r, &below);
}

/* ---- ranges --------------------------------------------------------------------------------- */

static bool range_of(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct range *out);

static bool is_integer(struct kp_fn_type t)
{
    return (t.kind == KP_FN_INT || t.kind == KP_FN_UINT) && t.bytes >= 1 && t.bytes <= 8;
}

static bool is_exact(const struct range *x)
{
    return kp_sum_equal(&x->lo, &x->hi);
}

static bool by_name(struct kp_reaches *r, kp_val v, struct range *out)
{
    if (!r->name(r->of, v))
        return false;
    out->lo = out->hi = kp_sum_of_value(v);
    return true;
}

static bool special(struct kp_reaches *r, const struct kp_value *v, struct range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    kp_val dim = KP_REACH_SPECIAL + (kp_val)v->imm;

    if (v->imm >= KP_SPECIAL_BLOCK)
        return by_name(r, dim, out);
    dim += KP_SPECIAL_BLOCK_DIM - KP_SPECIAL_THREAD;
    if (!by_name(r, dim, out) || !kp_sum_add(&out->hi, &one, -1, &out->hi))
        return false;
    out->lo = kp_sum_of_number(0);
    return true;
}

static bool product(struct kp_reaches *r, struct range x, struct range y, struct range *out)
{
    int64_t number;
    bool ok;

    if (is_exact(&x)) {
        struct range t = x;

        x = y;
        y = t;
    }
    if (is_exact(&y) && kp_sum_is_number(&y.lo, &number) && number < 0)
        ok = kp_sum_multiply(&x.hi, &y.lo, &out->lo) && kp_sum_multiply(&x.lo, &y.lo, &out->hi);
    else
        ok = make_positive(r, &y.lo) && (is_exact(&y) || make_positive(r, &x.lo)) &&
             kp_sum_multiply(&x.lo, &y.lo, &out->lo) && kp_sum_multiply(&x.hi, &y.hi, &out->hi);
    if (ok) {
        limit(r, &out->lo, true);
        limit(r, &out->hi, true);
    }
    return ok;
}

/* Rounded towards zero: of nothing below 0. By a value, exact where the bound is one below its
 * multiple. */
static bool quotient(struct kp_reaches *r, const struct range *x, const struct range *y,
                     struct range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    struct kp_sum above;

    if (!make_positive(r, &x->lo) || !make_positive(r, &y->lo))
        return false;
    out->lo = kp_sum_of_number(0);
    out->hi = x->hi;
    if (is_exact(y) && y->lo.n == 1 && y->lo.term[0].by == 1 &&
        !y->lo.term[0].factor[KP_SUM_DEGREE - 2] && y->lo.term[0].factor[KP_SUM_DEGREE - 1] &&
        kp_sum_add(&x->hi, &one, 1, &above) &&
        kp_sum_divide(&above, y->lo.term[0].factor[KP_SUM_DEGREE - 1], &above))
        return kp_sum_add(&above, &one, -1, &out->hi);
    return true;
}

static bool remainder_of(struct kp_reaches *r, const struct range *x, const struct range *y,
                         struct range *out)
{
    const struct kp_sum one = kp_sum_of_number(1);

    out->lo = kp_sum_of_number(0);
    return make_positive(r, &x->lo) && make_positive(r, &y->lo) &&
           kp_sum_add(&y->hi, &one, -1, &out->hi);
}

static bool shifted(struct kp_reaches *r, const struct range *x, const struct range *y,
                    struct range *out)
{
    struct range factor;
    int64_t by;

    if (!is_exact(y) || !kp_sum_is_number(&y->lo, &by) || by < 0 || by > 30)
        return false;
    factor.lo = factor.hi = kp_sum_of_number((int64_t)1 << by);
    return product(r, *x, factor, out);
}

static bool binary(struct kp_reaches *r, const struct kp_value *v, uint32_t guard, int depth,
                   struct range *out)
{
    struct range x, y;
    int64_t mask;

    if (!range_of(r, v->operand[0], guard, depth, &x) ||
        !range_of(r, v->operand[1], guard, depth, &y))
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
    case KP_FN_AND: /* with a mask */
        if (!is_exact(&y) || !kp_sum_is_number(&y.lo, &mask) || mask < 0)
            return false;
        out->lo = kp_sum_of_number(0);
        out->hi = y.lo;
        return true;
    case KP_FN_MIN: /* one bound of two that hold */
        out->lo = kp_sum_of_number(0);
        out->hi = is_exact(&y) ? y.hi : x.hi;
        return make_positive(r, &x.lo) && make_positive(r, &y.lo);
    default:
        return false;
    }
}

static bool converted(struct kp_reaches *r, const struct kp_value *v, uint32_t guard, int depth,
                      struct range *out)
{
    return is_integer(kp_fn_value(r->fn, v->operand[0])->type) &&
           range_of(r, v->operand[0], guard, depth, out) && fits_type(r, out, v->type);
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
                    int depth, struct range *out, struct range *step)
{
    uint32_t loop = r->fn->blocks.v[v->block].loop;
    const struct kp_value *next;
    struct range from;

    if (!loop || r->fn->loops.v[loop].header != v->block || v->n_operands != 2)
        return false;
    next = kp_fn_value(r->fn, without_casts(r->fn, v->operand[1]));
    if (next->op != KP_FN_ADD || !is_integer(next->type))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (without_casts(r->fn, next->operand[i]) == id &&
            range_of(r, next->operand[1 - i], guard, depth, step) && make_positive(r, &step->lo) &&
            range_of(r, v->operand[0], guard, depth, &from)) {
            out->lo = from.lo;
            return make_positive(r, &from.lo);
        }
    return false;
}

static bool structural(struct kp_reaches *r, kp_val id, uint32_t guard, int depth,
                       struct range *out)
{
    const struct kp_value *v = &r->fn->values.v[id];
    bool ok;

    switch (v->op) {
    case KP_FN_CONST:
        out->lo = out->hi = kp_sum_of_number(v->imm);
        return v->type.kind != KP_FN_UINT || v->imm >= 0;
    case KP_FN_SPECIAL:
        return special(r, v, out);
    case KP_FN_CAST:
        return converted(r, v, guard, depth, out);
    case KP_FN_PARAM:
        return by_name(r, id, out);
    default:
        ok = v->op >= KP_FN_ADD && v->op <= KP_FN_MAX && is_integer(v->type) &&
             binary(r, v, guard, depth, out);
        return ok && (v->type.kind == KP_FN_INT || fits_type(r, out, v->type));
    }
}

/* What a condition that holds, or does not (`negated`), says of the value: it is at most *hi. */
static bool said_by(struct kp_reaches *r, kp_val condition, bool negated, kp_val id, uint32_t guard,
                    int depth, struct kp_sum *hi)
{
    const struct kp_value *c = kp_fn_value(r->fn, condition);
    const struct kp_sum one = kp_sum_of_number(1);
    struct range other;
    bool below, strict;
    unsigned side;

    if (c->op == KP_FN_NOT && c->type.kind == KP_FN_BOOL)
        return said_by(r, c->operand[0], !negated, id, guard, depth, hi);
    if (c->op == (negated ? KP_FN_OR : KP_FN_AND) && c->type.kind == KP_FN_BOOL)
        return said_by(r, c->operand[0], negated, id, guard, depth, hi) ||
               said_by(r, c->operand[1], negated, id, guard, depth, hi);
    if (c->op < KP_FN_LT || c->op > KP_FN_GE)
        return false;
    side = kp_fn_operand(r->fn, c, 0) != id;
    if (side && kp_fn_operand(r->fn, c, 1) != id)
        return false;
    below = ((c->op == KP_FN_LT || c->op == KP_FN_LE) != negated) != (side == 1);
    strict = (c->op == KP_FN_LT || c->op == KP_FN_GT) != negated;
    if (!below || !range_of(r, c->operand[1 - side], guard, depth, &other))
        return false;
    *hi = other.hi;
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
static bool stays_up(struct kp_reaches *r, const struct kp_value *v, const struct range *x,
                     const struct range *step)
{
    const struct kp_value *next = kp_fn_value(r->fn, v->operand[1]);
    struct kp_fn_type narrow = v->type;
    struct range after = *x;

    if (next->op == KP_FN_ADD && v->type.kind == KP_FN_INT)
        return true;
    if (next->op != KP_FN_ADD)
        narrow = (struct kp_fn_type){KP_FN_INT, v->type.bytes < 4 ? v->type.bytes : 4};
    return kp_sum_add(&x->hi, &step->hi, 1, &after.hi) && fits_type(r, &after, narrow);
}

static bool range_of(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct range *out)
{
    const struct kp_value *v;
    size_t limited = r->limited.n, rooms = r->rooms.n;
    struct range step;
    struct kp_sum hi;

    id = kp_fn_find(r->fn, id);
    v = &r->fn->values.v[id];
    if (--r->steps < 0 || depth == MAX_DEPTH || !is_integer(v->type))
        return false;
    if (v->op == KP_FN_PHI
            ? counter(r, id, v, guard, depth + 1, out, &step) &&
                  guarded(r, id, guard, depth + 1, &out->hi) && stays_up(r, v, out, &step)
            : structural(r, id, guard, depth + 1, out)) {
        if (v->op != KP_FN_PHI && !is_exact(out) && guarded(r, id, guard, depth + 1, &hi))
            out->hi = hi;
        if (!is_exact(out) || (limited == r->limited.n && rooms == r->rooms.n) ||
            !by_name(r, id, out)) /* which assumes nothing */
            return true;
    }
    r->limited.n = limited; /* nothing rests on what was assumed */
    r->rooms.n = rooms;
    return by_name(r, id, out);
}

bool kp_reach_at(struct kp_reaches *r, kp_val address, uint32_t block, int64_t bytes,
                 struct kp_reach *out)
{
    const struct kp_sum size = kp_sum_of_number(bytes);
    uint32_t guard = r->fn->blocks.v[block].guard;
    struct range by, all = {0};

    r->steps = MAX_STEPS;
    for (int hops = 0; hops < MAX_DEPTH; hops++) {
        const struct kp_value *v;

        address = kp_fn_find(r->fn, address);
        v = &r->fn->values.v[address];
        if (v->type.kind != KP_FN_POINTER || bytes < 1)
            return false;
        if (v->op == KP_FN_ADDRESS || v->op == KP_FN_PARAM) {
            *out = (struct kp_reach){.base = address, .from = all.lo};
            return kp_sum_add(&all.hi, &size, 1, &out->to);
        }
        if ((v->op == KP_FN_ADD || v->op == KP_FN_SUB) &&
            (!range_of(r, v->operand[1], guard, 0, &by) ||
             !(v->op == KP_FN_ADD ? kp_sum_add(&all.lo, &by.lo, 1, &all.lo) &&
                                        kp_sum_add(&all.hi, &by.hi, 1, &all.hi)
                                  : kp_sum_add(&all.lo, &by.hi, -1, &all.lo) &&
                                        kp_sum_add(&all.hi, &by.lo, -1, &all.hi))))
            return false;
        if (v->op != KP_FN_ADD && v->op != KP_FN_SUB && v->op != KP_FN_NAME && v->op != KP_FN_CAST)
            return false;
        address = v->operand[0];
    }
    return false;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Would a sum of 64 bits with the value in it be one of no sign? */
static bool turns_unsigned(const struct kp_reaches *r, kp_val v)
{
    return v < KP_REACH_SPECIAL && r->fn->values.v[v].type.kind == KP_FN_UINT &&
           r->fn->values.v[v].type.bytes == 8;
}

const char *kp_sum_text(const struct kp_reaches *r, const struct kp_sum *s, int sign)
{
    struct kp_str out = kp_str_new(r->fn->arena);

    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_term *t = &s->term[i];

        if ((t->by > 0) != (sign > 0))
            continue;
        kp_str_addf(&out, "%s%lldLL", out.n ? " + " : "", (long long)(t->by * sign));
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (t->factor[k] != KP_NO_VAL)
                kp_str_addf(&out, turns_unsigned(r, t->factor[k]) ? " * (long long)%s" : " * %s",
                            r->name(r->of, t->factor[k]));
    }
    return out.n ? kp_str_text(&out) : "0";
}
