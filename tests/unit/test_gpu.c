/* What times say, and answers that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "gpu/result.h"
#include "gpu/stats.h"
#include "util/arena.h"
#include "util/str.h"

/* 95% intervals of the median by ranks, as tables of order statistics have them (Conover, Practical
 * Nonparametric Statistics, table A3; Campbell and Gardner, BMJ 296:1454). */
static void intervals_are_those_of_the_tables(void **state)
{
    static const struct {
        size_t n, low, high;
    } table[] = {{6, 1, 6},   {8, 1, 8},    {9, 2, 8},    {10, 2, 9},   {15, 4, 12},  {20, 6, 15},
                 {25, 8, 18}, {30, 10, 21}, {41, 14, 28}, {50, 18, 33}, {100, 40, 61}};

    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        double v[100];
        struct kp_spread_of s;
        for (size_t i = 0; i < table[k].n; i++)
            v[i] = (double)((i * 7919) % table[k].n + 1); /* 1..n, not in order */
        s = kp_spread_of(v, table[k].n);
        assert_float_equal(s.low, (double)table[k].low, 0);
        assert_float_equal(s.high, (double)table[k].high, 0);
        assert_float_equal(s.median, (double)(table[k].n + 1) / 2, 0);
    }
}

static void medians_and_deviations(void **state)
{
    const double v[] = {5, 1, 100, 3, 4, 2, 6};
    struct kp_spread_of s = kp_spread_of(v, 7);

    (void)state;
    assert_float_equal(s.median, 4, 0);
    assert_float_equal(s.mad, 2, 0); /* of 1 3 96 1 0 2 2 */
    assert_float_equal(s.min, 1, 0);
    assert_float_equal(s.max, 100, 0);
    assert_float_equal(v[0], 5, 0);
    assert_int_equal(kp_spread_of(v, 0).n, 0);
}

/* Drift that meets both alike does not hide a difference of one percent. */
static void ratios_are_taken_within_rounds(void **state)
{
    double before[20], after[20];
    struct kp_spread_of s;

    (void)state;
    for (int i = 0; i < 20; i++) {
        before[i] = 1 + 0.05 * i;
        after[i] = before[i] / 1.01;
    }
    s = kp_paired_ratio(before, after, 20);
    assert_float_equal(s.median, 1.01, 1e-9);
    assert_int_equal(kp_ratio_sign(&s), 1);
    s = kp_paired_ratio(after, before, 20);
    assert_int_equal(kp_ratio_sign(&s), -1);
    for (int i = 0; i < 20; i++)
        after[i] = before[i] * (i % 2 ? 1.01 : 0.99);
    s = kp_paired_ratio(before, after, 20);
    assert_int_equal(kp_ratio_sign(&s), 0);
    s = kp_paired_ratio(before, after, 5); /* too few for an interval */
    assert_int_equal(kp_ratio_sign(&s), 0);
}

static const char answer[] =
    "{\"version\": 1, \"date\": \"d\", \"arch\": \"sm_90\", \"deterministic\": true,"
    " \"machine\": {\"device\": \"G|PU\", \"compute_capability\": \"9.0\"},"
    " \"sizes\": [{\"name\": \"large\", \"text\": \"n=1\", \"timed\": true}],"
    " \"echo\": {\"kernel\": \"k\", \"work\": [{\"flops\": 0, \"bytes\": 4e6}]},"
    " \"versions\": ["
    "{\"label\": \"a\", \"status\": \"ok\", \"why\": null, \"checks\": [{\"size\": \"large\","
    " \"differing_bytes\": 0}], \"cold_ms\": [2, 2, 2, 2, 2, 2, 2], \"warm_ms\": [1, 1, 1, 1, 1, 1,"
    " 1]},"
    "{\"label\": \"b\", \"status\": \"mismatch\", \"why\": \"x|y\", \"checks\": [], \"cold_ms\":"
    " [1, 1, 1, 1, 1, 1, 1], \"warm_ms\": [1, 1, 1, 1, 1, 1, 1]}]}";

static void answers_are_read(void **state)
{
    struct kp_result r;
    const char *table;

    assert_null(kp_result_read(*state, answer, strlen(answer), &r));
    assert_int_equal(r.versions.n, 2);
    assert_float_equal(r.versions.v[0].cold.median, 2, 0);
    /* whatever times a wrong version may have, they are not shown */
    assert_int_equal(r.versions.v[1].cold.n, 0);
    assert_int_equal(r.versions.v[1].speedup.n, 0);
    assert_false(kp_result_sound(&r));
    table = kp_result_table(*state, &r, true);
    assert_non_null(strstr(table, "GB/s"));
    assert_non_null(strstr(table, "x\\|y"));
}

/* Any beginning of an answer, and any answer with one byte changed, is read or refused. */
static void damaged_answers_do_no_harm(void **state)
{
    struct kp_result r;
    size_t n = strlen(answer);

    for (size_t k = 0; k < n; k++)
        assert_non_null(kp_result_read(*state, answer, k, &r));
    for (size_t k = 0; k < n; k++) {
        char *copy = kp_strdup(*state, answer);
        copy[k] = (char)(copy[k] == '{' ? '[' : copy[k] == '"' ? ' ' : copy[k] ^ 2);
        if (!kp_result_read(*state, copy, n, &r) && !r.error) {
            kp_result_table(*state, &r, false);
            kp_result_json(*state, &r);
        }
    }
}

static int set_up(void **state)
{
    *state = kp_arena_new();
    return 0;
}

static int tear_down(void **state)
{
    kp_arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_are_those_of_the_tables),
        cmocka_unit_test(medians_and_deviations),
        cmocka_unit_test(ratios_are_taken_within_rounds),
        cmocka_unit_test_setup_teardown(answers_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damaged_answers_do_no_harm, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
