/* Bounds on a part of a number as bounds on the number. As nothing is negative, a number that is
 * less than the scaled end has a part that is less than the end. */
#include "facts/scale.h"

#include "facts/sign.h"

enum { MAX_DIVISOR = 1 << 24 };

/* y / by, or y >> n: what is divided, and by what. Half of an unsigned number is an int, too. */
static bool read_quotient(const struct kp_exact *e, const struct kp_term *t, struct kp_sum *y,
                          int64_t *by)
{
    kp_val only = kp_only_factor(t);
    const struct kp_value *v = only && only < KP_REACH_SPECIAL ? kp_fn_value(e->fn, only) : NULL;

    while (v && v->op == KP_FN_CAST && kp_is_integer(v->type) &&
           v->type.bytes >= kp_fn_value(e->fn, v->operand[0])->type.bytes &&
           kp_is_not_negative(e, v->operand[0]))
        v = kp_fn_value(e->fn, v->operand[0]);
    if (!v || (v->op != KP_FN_DIV && v->op != KP_FN_SHR) || !kp_is_integer(v->type) ||
        !kp_fn_is_const(e->fn, v->operand[1], by) || *by <= 0 || *by > MAX_DIVISOR)
        return false;
    if (v->op == KP_FN_SHR)
        *by = *by < 24 ? (int64_t)1 << *by : 0;
    return *by > 1 && kp_exact_sum(e, v->operand[0], false, y) && kp_sum_is_not_negative(e, y);
}

/* number = part * times + more */
static bool is_multiple(const struct kp_exact *e, const struct kp_sum *number,
                        const struct kp_sum *part, struct kp_scale *out)
{
    struct kp_sum left;

    for (unsigned i = 0; i < number->n; i++)
        if (kp_term_divide(&number->term[i], &part->term[0], &out->times))
            return kp_sum_is_not_negative(e, &out->times) &&
                   kp_sum_multiply(part, &out->times, &left) &&
                   kp_sum_add(number, &left, -1, &left) && kp_sum_is_not_negative(e, &left);
    return false;
}

/* number = part / divide * times + more */
static bool is_of_quotient(const struct kp_exact *e, const struct kp_sum *number,
                           const struct kp_sum *part, struct kp_scale *out)
{
    struct kp_sum y, left = *number;
    int64_t by;

    for (unsigned i = 0; i < number->n; i++) {
        if (!read_quotient(e, &number->term[i], &y, &by) || !kp_sum_equal(&y, part))
            continue;
        out->divide = by;
        left.term[i] = left.term[--left.n];
        out->times = kp_sum_of_number(number->term[i].by);
        return number->term[i].by > 0 && kp_sum_is_not_negative(e, &left);
    }
    return false;
}

/* part = y / times, number = y + more */
static bool is_divided(const struct kp_exact *e, const struct kp_sum *number,
                       const struct kp_sum *part, struct kp_scale *out)
{
    struct kp_sum y, left;
    int64_t by;

    if (part->n != 1 || part->term[0].by != 1 || !read_quotient(e, &part->term[0], &y, &by))
        return false;
    out->times = kp_sum_of_number(by);
    return kp_sum_add(number, &y, -1, &left) && kp_sum_is_not_negative(e, &left);
}

bool kp_scale_of(const struct kp_exact *e, const struct kp_sum *number, const struct kp_sum *part,
                 struct kp_scale *out)
{
    out->divide = 1;
    return part->n && kp_sum_is_not_negative(e, part) &&
           (is_multiple(e, number, part, out) || is_of_quotient(e, number, part, out) ||
            is_divided(e, number, part, out));
}

bool kp_apply_scale(const struct kp_scale *scale, struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (s->term[i].by % scale->divide)
            return false;
        s->term[i].by /= scale->divide;
    }
    return kp_sum_multiply(s, &scale->times, s);
}
