/* Sums of products of values. */
#include "facts/sum.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { D = 3, N = 5, T = 9 };

static struct kp_sum times(struct kp_sum x, struct kp_sum y)
{
    struct kp_sum out;

    assert_true(kp_sum_multiply(&x, &y, &out));
    return out;
}

static struct kp_sum plus(struct kp_sum x, struct kp_sum y, int64_t by)
{
    struct kp_sum out;

    assert_true(kp_sum_add(&x, &y, by, &out));
    return out;
}

static void order_does_not_matter(void **state)
{
    struct kp_sum x = times(kp_sum_of_value(N), times(kp_sum_of_value(D), kp_sum_of_number(4)));
    struct kp_sum y = times(kp_sum_of_number(4), times(kp_sum_of_value(D), kp_sum_of_value(N)));
    int64_t number;

    (void)state;
    assert_true(kp_sum_equal(&x, &y));
    assert_int_equal(plus(x, y, -1).n, 0);
    assert_false(kp_sum_is_number(&x, &number));
}

/* (t + 2) * (d - 3) */
static void products_are_multiplied_out(void **state)
{
    struct kp_sum x = times(plus(kp_sum_of_value(T), kp_sum_of_number(2), 1),
                            plus(kp_sum_of_value(D), kp_sum_of_number(3), -1));
    struct kp_sum y = times(kp_sum_of_value(T), kp_sum_of_value(D));

    (void)state;
    y = plus(plus(y, kp_sum_of_value(T), -3), kp_sum_of_value(D), 2);
    y = plus(y, kp_sum_of_number(6), -1);
    assert_true(kp_sum_equal(&x, &y));
}

static void what_is_too_large_is_no_sum(void **state)
{
    struct kp_sum two = times(kp_sum_of_value(D), kp_sum_of_value(D));
    struct kp_sum three = times(two, kp_sum_of_value(D));
    struct kp_sum large = kp_sum_of_number(INT64_MAX), out = two;

    (void)state;
    assert_false(kp_sum_multiply(&two, &three, &out));
    assert_true(kp_sum_equal(&out, &two));
    assert_false(kp_sum_add(&large, &large, 1, &out));
    assert_false(kp_sum_multiply(&large, &large, &out));
}

static void division_takes_a_factor_of_all_terms(void **state)
{
    struct kp_sum x = plus(times(kp_sum_of_value(N), kp_sum_of_value(D)), kp_sum_of_value(D), 7);
    struct kp_sum is = plus(kp_sum_of_value(N), kp_sum_of_number(7), 1), out;

    (void)state;
    assert_true(kp_sum_divide(&x, D, &out));
    assert_true(kp_sum_equal(&out, &is));
    assert_false(kp_sum_divide(&x, N, &out));
}

static void terms_are_divided_exactly(void **state)
{
    struct kp_sum x = times(times(kp_sum_of_value(N), kp_sum_of_value(D)), kp_sum_of_number(6));
    struct kp_sum y = times(kp_sum_of_value(D), kp_sum_of_number(3));
    struct kp_sum is = times(kp_sum_of_value(N), kp_sum_of_number(2)), out;

    (void)state;
    assert_true(kp_term_divide(&x.term[0], &y.term[0], &out));
    assert_true(kp_sum_equal(&out, &is));
    assert_false(kp_term_divide(&y.term[0], &x.term[0], &out));
    y = times(kp_sum_of_value(D), kp_sum_of_number(4));
    assert_false(kp_term_divide(&x.term[0], &y.term[0], &out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(products_are_multiplied_out),
        cmocka_unit_test(what_is_too_large_is_no_sum),
        cmocka_unit_test(division_takes_a_factor_of_all_terms),
        cmocka_unit_test(terms_are_divided_exactly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
