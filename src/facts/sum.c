/* Sums of products. */
#include "facts/sum.h"

static bool same_factors(const struct kp_term *x, const struct kp_term *y)
{
    return !memcmp(x->factor, y->factor, sizeof x->factor);
}

static bool add_term(struct kp_sum *s, struct kp_term t)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (!same_factors(&s->term[i], &t))
            continue;
        if (__builtin_add_overflow(s->term[i].by, t.by, &s->term[i].by))
            return false;
        if (!s->term[i].by)
            s->term[i] = s->term[--s->n];
        return true;
    }
    if (!t.by)
        return true;
    if (s->n == KP_SUM_TERMS)
        return false;
    s->term[s->n++] = t;
    return true;
}

bool kp_sum_add(const struct kp_sum *x, const struct kp_sum *y, int64_t times, struct kp_sum *out)
{
    struct kp_sum sum = *x;

    for (unsigned i = 0; i < y->n; i++) {
        struct kp_term t = y->term[i];

        if (__builtin_mul_overflow(t.by, times, &t.by) || !add_term(&sum, t))
            return false;
    }
    *out = sum;
    return true;
}

static bool multiply_terms(const struct kp_term *x, const struct kp_term *y, struct kp_term *out)
{
    kp_val all[2 * KP_SUM_DEGREE];
    unsigned n = 0;

    for (unsigned i = 0, k = 0; i < KP_SUM_DEGREE || k < KP_SUM_DEGREE;)
        all[n++] = k == KP_SUM_DEGREE || (i < KP_SUM_DEGREE && x->factor[i] <= y->factor[k])
                       ? x->factor[i++]
                       : y->factor[k++];
    for (unsigned i = 0; i < n - KP_SUM_DEGREE; i++)
        if (all[i] != KP_NO_VAL)
            return false;
    memcpy(out->factor, all + n - KP_SUM_DEGREE, sizeof out->factor);
    return !__builtin_mul_overflow(x->by, y->by, &out->by);
}

bool kp_sum_multiply(const struct kp_sum *x, const struct kp_sum *y, struct kp_sum *out)
{
    struct kp_sum sum = {0};
    struct kp_term t;

    for (unsigned i = 0; i < x->n; i++)
        for (unsigned k = 0; k < y->n; k++)
            if (!multiply_terms(&x->term[i], &y->term[k], &t) || !add_term(&sum, t))
                return false;
    *out = sum;
    return true;
}

static bool divide_term(struct kp_term *t, kp_val by)
{
    for (unsigned i = 0; i < KP_SUM_DEGREE; i++)
        if (t->factor[i] == by) {
            memmove(t->factor + 1, t->factor, i * sizeof *t->factor);
            t->factor[0] = KP_NO_VAL;
            return true;
        }
    return false;
}

bool kp_term_divide(const struct kp_term *x, const struct kp_term *by, struct kp_sum *out)
{
    struct kp_term t = *x;

    if (x->by == INT64_MIN || x->by % by->by)
        return false;
    t.by /= by->by;
    for (unsigned i = 0; i < KP_SUM_DEGREE; i++)
        if (by->factor[i] && !divide_term(&t, by->factor[i]))
            return false;
    *out = (struct kp_sum){.term[0] = t, .n = 1};
    return true;
}

bool kp_sum_divide(const struct kp_sum *x, kp_val by, struct kp_sum *out)
{
    struct kp_sum sum = *x;

    for (unsigned i = 0; i < sum.n; i++)
        if (!divide_term(&sum.term[i], by))
            return false;
    *out = sum;
    return true;
}

struct kp_sum kp_sum_of_number(int64_t number)
{
    struct kp_sum s = {.n = number != 0};

    s.term[0].by = number;
    return s;
}

struct kp_sum kp_sum_of_value(kp_val v)
{
    struct kp_sum s = {.n = 1};

    s.term[0].factor[KP_SUM_DEGREE - 1] = v;
    s.term[0].by = 1;
    return s;
}

bool kp_sum_is_number(const struct kp_sum *x, int64_t *number)
{
    *number = x->n ? x->term[0].by : 0;
    return !x->n || (x->n == 1 && !x->term[0].factor[KP_SUM_DEGREE - 1]);
}

bool kp_sum_equal(const struct kp_sum *x, const struct kp_sum *y)
{
    struct kp_sum difference;

    return kp_sum_add(x, y, -1, &difference) && !difference.n;
}
