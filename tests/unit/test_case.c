/* Case files: reading them, their expressions, their arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "case/case.h"

static void test_expressions(void **state)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_case c = {.arena = a, .path = "x.ini"};
    struct kp_size n = {.name = "N", .value = 100};
    struct kp_number v;

    (void)state;
    kp_push(a, &c.sizes, n);
    assert_null(kp_case_eval(&c, a, "2 * (N + 1) - ceildiv(N, 3) % 7", &v));
    assert_int_equal(v.i, 196);
    assert_null(kp_case_eval(&c, a, "-0.5 * 3", &v));
    assert_true(v.real && v.d == -1.5);
    assert_non_null(kp_case_eval(&c, a, "N / 0", &v));
    assert_non_null(kp_case_eval(&c, a, "M + 1", &v));
    assert_non_null(kp_case_eval(&c, a, "1 +", &v));
    assert_non_null(kp_case_eval(&c, a, "((1)", &v));
    kp_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
