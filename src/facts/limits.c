/* What the factors of a sum may be worth, and what a test in front of the loop limits of them. */
#include "facts/limits.h"

#include "util/str.h"

__extension__ typedef __int128 wide;

enum { MAX_BLOCK = 1024 };

/* ---- what the factors may be ---------------------------------------------------------------- */

/* A dimension of the block, or an index of a thread in it. */
static bool is_in_block(kp_val v)
{
    return (v >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM &&
            v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + 3) ||
           (v >= KP_REACH_SPECIAL && v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK);
}

bool kp_is_given_size(const struct kp_fn *fn, kp_val v)
{
    return v < KP_REACH_SPECIAL && fn->values.v[v].op == KP_FN_GIVEN && fn->values.v[v].imm;
}

int64_t kp_limit_of(const struct kp_reaches *r, kp_val v)
{
    int64_t least = -1;

    for (size_t i = 0; i < r->limited.n; i++)
        if (r->limited.v[i].value == v && (least < 0 || r->limited.v[i].most < least))
            least = r->limited.v[i].most;
    return least;
}

static struct kp_fn_type type_of(const struct kp_reaches *r, kp_val v)
{
    return v < KP_REACH_SPECIAL ? r->fn->values.v[v].type : (struct kp_fn_type){KP_FN_UINT, 4};
}

/* False: of 64 bits, and not limited. */
static bool factor_bounds(const struct kp_reaches *r, kp_val v, wide *min, wide *max)
{
    struct kp_fn_type t = type_of(r, v);
    int64_t limit = is_in_block(v) ? MAX_BLOCK : kp_limit_of(r, v);

    for (size_t i = 0; i < r->own.n; i++)
        if (r->own.v[i].value == v)
            limit = r->own.v[i].most;

    if (kp_is_given_size(r->fn, v)) {
        *min = 1;
        *max = KP_REACH_SIZE;
        return true;
    }
    *min = limit < 0 && t.kind == KP_FN_INT ? -((wide)1 << (8 * t.bytes - 1)) : 0;
    *max = ((wide)1 << (8 * t.bytes - (t.kind == KP_FN_INT))) - 1;
    *max = limit >= 0 && limit < *max ? limit : *max;
    return t.bytes <= 4 || limit >= 0;
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

bool kp_sum_is_negative(const struct kp_reaches *r, const struct kp_sum *s)
{
    wide min, max;

    return bounds(r, s, &min, &max) && max < 0;
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

static unsigned n_factors(const struct kp_reaches *r, const struct kp_term *t)
{
    unsigned n = 0;

    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        n += t->factor[k] != KP_NO_VAL && !kp_is_given_size(r->fn, t->factor[k]);
    return n;
}

static void limit_value(struct kp_reaches *r, kp_val v, bool is_alone)
{
    struct kp_limit l = {v, KP_REACH_LIMIT};
    int64_t least = kp_limit_of(r, v);

    if (v != KP_NO_VAL && !is_in_block(v) && !r->name(r->of, v))
        return; /* a thread's own: threads would answer differently */
    if (is_alone)
        l.most = type_of(r, v).bytes > 4 ? (int64_t)1 << 40 : INT32_MAX;
    if (v != KP_NO_VAL && !is_in_block(v) && !kp_is_given_size(r->fn, v) &&
        (least < 0 || least > l.most))
        kp_push(r->fn->arena, &r->limited, l);
}

void kp_limit_factors(struct kp_reaches *r, const struct kp_sum *s, bool products_only)
{
    for (unsigned i = 0; i < s->n; i++) {
        bool is_alone = n_factors(r, &s->term[i]) < 2;

        for (unsigned k = 0; k < KP_SUM_DEGREE && !(is_alone && products_only); k++)
            limit_value(r, s->term[i].factor[k], is_alone);
    }
}

void kp_reach_limit(struct kp_reaches *r, const struct kp_sum *s)
{
    wide min, max;

    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (s->term[i].factor[k] != KP_NO_VAL &&
                !factor_bounds(r, s->term[i].factor[k], &min, &max))
                limit_value(r, s->term[i].factor[k], n_factors(r, &s->term[i]) < 2);
}

void kp_know_own(struct kp_reaches *r, kp_val v, const struct kp_range *range)
{
    struct kp_limit l = {.value = v};
    wide lo, hi, other;

    if (r->name(r->of, v) || !bounds(r, &range->lo, &lo, &other) ||
        !bounds(r, &range->hi, &other, &hi) || lo < 0 || hi > INT32_MAX)
        return;
    l.most = (int64_t)hi;
    kp_push(r->fn->arena, &r->own, l);
}

bool kp_make_positive(struct kp_reaches *r, const struct kp_sum *s)
{
    if (!kp_sum_is_positive(r, s))
        kp_limit_factors(r, s, false);
    return kp_sum_is_positive(r, s);
}

static bool lies_in(const struct kp_reaches *r, const struct kp_range *x, wide min, wide max)
{
    wide lo, hi, other;

    return bounds(r, &x->lo, &lo, &other) && bounds(r, &x->hi, &other, &hi) && lo >= min &&
           hi <= max;
}

/* The sum is not to be below zero. */
static bool assume(struct kp_reaches *r, const struct kp_sum *room)
{
    int64_t number;

    if (kp_sum_is_positive(r, room))
        return true;
    if (kp_sum_is_number(room, &number) || kp_sum_is_negative(r, room) || !kp_sum_fits(r, room))
        return false;
    kp_push(r->fn->arena, &r->rooms, *room);
    return true;
}

bool kp_test_positive(struct kp_reaches *r, const struct kp_sum *s)
{
    return kp_make_positive(r, s) || assume(r, s);
}

bool kp_range_fits(struct kp_reaches *r, const struct kp_range *x, struct kp_fn_type t)
{
    wide min = t.kind == KP_FN_INT ? -((wide)1 << (8 * t.bytes - 1)) : 0;
    wide max = ((wide)1 << (8 * t.bytes - (t.kind == KP_FN_INT))) - 1;
    const struct kp_sum least = kp_sum_of_number((int64_t)min);
    const struct kp_sum most = kp_sum_of_number(max > INT64_MAX ? INT64_MAX : (int64_t)max);
    struct kp_sum above, below;

    if (lies_in(r, x, min, max))
        return true;
    kp_limit_factors(r, &x->lo, false);
    kp_limit_factors(r, &x->hi, false);
    if (lies_in(r, x, min, max))
        return true;
    return kp_sum_add(&x->lo, &least, -1, &above) && kp_sum_add(&most, &x->hi, -1, &below) &&
           assume(r, &above) && assume(r, &below);
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Of 64 bits without a sign, which would make the sum one. */
static bool turns_unsigned(const struct kp_reaches *r, kp_val v)
{
    return type_of(r, v).kind == KP_FN_UINT && type_of(r, v).bytes == 8;
}

static const char *name_of(const struct kp_reaches *r, kp_val v)
{
    const char *name = r->name(r->of, v);

    return name ? name : r->name_of_own(r->of, v);
}

/* Begins with something of 64 bits with a sign: a factor that is made one, or the coefficient. */
static void add_product(const struct kp_reaches *r, const struct kp_term *t, int64_t by,
                        struct kp_str *out)
{
    const char *times = "";

    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        if (t->factor[k] != KP_NO_VAL && turns_unsigned(r, t->factor[k])) {
            kp_str_addf(out, "%s(long long)%s", times, name_of(r, t->factor[k]));
            times = " * ";
        }
    if (by != 1 || !*times)
        kp_str_addf(out, "%s%lldLL", times, (long long)by);
    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        if (t->factor[k] != KP_NO_VAL && !turns_unsigned(r, t->factor[k]))
            kp_str_addf(out, " * %s", name_of(r, t->factor[k]));
}

const char *kp_sum_text(const struct kp_reaches *r, const struct kp_sum *s, int sign)
{
    struct kp_str out = kp_str_new(r->fn->arena);

    for (unsigned i = 0; i < s->n; i++)
        if ((s->term[i].by > 0) == (sign > 0)) {
            kp_str_add(&out, out.n ? " + " : "");
            add_product(r, &s->term[i], s->term[i].by * sign, &out);
        }
    return out.n ? kp_str_text(&out) : "0";
}
