/* Which of several plans is the best. */
#include "search/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct kp_built plan(double time, double few)
{
    return (struct kp_built){
        .known = true, .blocks_before = 4, .blocks_after = 4, .time = time, .low_occupancy = few};
}

static void clearly_faster(void **state)
{
    struct kp_built v[] = {plan(0.90, 0.5), plan(0.70, 0.9), plan(0.85, 0.6)};

    (void)state;
    assert_int_equal(kp_best_built(v, 3), 1);
    assert_int_equal(kp_best_built(v, 1), 0);
}

/* A time that is a little longer is made up for by one with few blocks that is much shorter. */
static void faster_with_few_blocks(void **state)
{
    struct kp_built v[] = {plan(0.80, 0.9), plan(0.84, 0.6), plan(0.95, 0.6), plan(0.80, 0.899)};

    (void)state;
    assert_int_equal(kp_best_built(v, 4), 1);
    v[1] = plan(0, 0);
    assert_int_equal(kp_best_built(v, 4), 0); /* as good as the last one: the first */
}

/* A plan that a full SM takes longer with loses to one that gains by both, whatever its product is.
 */
static void slower_ones_come_last(void **state)
{
    struct kp_built v[] = {plan(0.92, 0.85), plan(1.003, 0.51)};

    (void)state;
    assert_int_equal(kp_best_built(v, 2), 0);
    v[0] = plan(0.99, 1.2); /* its product is */
    assert_int_equal(kp_best_built(v, 2), 1);
}

/* Where an SM is full of threads, a time at low occupancy makes up for nothing. */
static void many_threads(void **state)
{
    struct kp_built b = plan(1.01, 0.55);

    (void)state;
    b.threads = 256;
    assert_true(kp_is_worth_it(&b));
    b.blocks_after = 5;
    assert_false(kp_is_worth_it(&b));
    b.time = 1;
    assert_true(kp_is_worth_it(&b));
}

/* Many spills come last, whatever is predicted; of few the time knows enough, if it is clear. */
static void many_spills_come_last(void **state)
{
    struct kp_built v[] = {plan(0.80, 0.4), plan(0.81, 0.6)};

    (void)state;
    v[0].spills_after = 136;
    assert_int_equal(kp_best_built(v, 2), 1);
    assert_false(kp_is_worth_it(&v[0]));
    v[1].spills_after = 144;
    assert_int_equal(kp_best_built(v, 2), 0);
    v[0].spills_before = 8; /* and the original has some of them */
    assert_true(kp_is_worth_it(&v[0]));
    v[0].time = 0.92;
    assert_false(kp_is_worth_it(&v[0]));
}

static void any_spills_without_a_prediction(void **state)
{
    struct kp_built v[] = {plan(0, 0), plan(0, 0)};

    (void)state;
    v[0].spills_after = 4;
    assert_int_equal(kp_best_built(v, 2), 1);
    assert_false(kp_is_worth_it(&v[0]));
}

/* Of blocks of one warp a plan by registers is worth it where it is not predicted to be slower, one
 * with one buffer where it gains, and none by cp.async is. */
static void one_warp_by_registers(void **state)
{
    struct kp_built v[] = {plan(0.60, 0.4), plan(1.004, 1.002)};

    (void)state;
    v[0].has_async = true;
    assert_int_equal(kp_best_built(v, 2), 0);
    v[0].one_warp = v[1].one_warp = true;
    assert_false(kp_is_worth_it(&v[1]));
    v[1].has_ahead = true;
    assert_int_equal(kp_best_built(v, 2), 1);
    assert_true(kp_is_worth_it(&v[1]));
    assert_false(kp_is_worth_it(&v[0]));
    v[1].time = 1.2;
    assert_false(kp_is_worth_it(&v[1]));
    v[1].time = 0.87;
    assert_true(kp_is_worth_it(&v[1]));
    v[1].blocks_before = 2;
    v[1].blocks_after = 1;
    assert_false(kp_is_worth_it(&v[1]));
}

/* Of arrays in memory the time does not know enough. */
static void arrays_in_memory(void **state)
{
    struct kp_built b = plan(0.88, 0.85);

    (void)state;
    assert_true(kp_is_worth_it(&b));
    b.has_local = true;
    assert_false(kp_is_worth_it(&b));
    b.time = 0.75;
    assert_true(kp_is_worth_it(&b));
}

/* What fetching the code costs is not in the time. */
static void code_that_is_long(void **state)
{
    struct kp_built b = plan(0.5, 0.4);

    (void)state;
    assert_true(kp_is_worth_it(&b));
    b.is_long = true;
    assert_false(kp_is_worth_it(&b));
}

static void without_a_prediction(void **state)
{
    struct kp_built v[] = {plan(0, 0), plan(0, 0), plan(0.5, 0.5)};

    (void)state;
    v[0].blocks_after = 2;
    v[1].blocks_after = 3;
    v[2].blocks_after = 2;
    assert_int_equal(kp_best_built(v, 2), 1);
    assert_int_equal(kp_best_built(v, 3), 1);
    assert_true(kp_is_worth_it(&v[0]));
}

static void worth_it(void **state)
{
    static const struct {
        double time, few;
        bool is;
    } rows[] = {{0.96, 1.1, true}, {0.99, 1.1, false},  {0.99, 0.95, true}, {1.0, 0.85, true},
                {1.02, 0.9, true}, {1.02, 0.95, false}, {1.04, 0.5, false}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kp_built b = plan(rows[i].time, rows[i].few);

        assert_int_equal(kp_is_worth_it(&b), rows[i].is);
    }
}

/* .. which is less where the grid takes as many rounds of blocks as before. */
static void rounds_that_stay(void **state)
{
    struct kp_built b = plan(0.88, 0.78);

    (void)state;
    b.blocks_before = 3;
    b.blocks_after = 2;
    assert_false(kp_is_worth_it(&b));
    b.same_rounds = true;
    assert_true(kp_is_worth_it(&b));
    b.time = 0.93;
    assert_false(kp_is_worth_it(&b));
    b.time = 0.88;
    b.has_local = true;
    assert_false(kp_is_worth_it(&b));
}

/* What stands beside the plan has fewer blocks, too, and nothing to show for them. */
static void test_loses_blocks(void **state)
{
    struct kp_built b = plan(0.6, 0.6);

    (void)state;
    b.blocks_before = 2;
    b.blocks_after = 1;
    assert_true(kp_is_worth_it(&b));
    b.has_test = true;
    b.other = 1.1;
    assert_false(kp_is_worth_it(&b));
    b.other = 1.01;
    assert_true(kp_is_worth_it(&b));
    b.other = 0;
    b.blocks_after = 2;
    assert_true(kp_is_worth_it(&b));
}

/* Blocks that are lost where few are left want a clear gain. */
static void few_blocks_are_kept(void **state)
{
    static const struct {
        int before, after;
        double time;
        bool is;
    } rows[] = {{2, 1, 0.78, false}, {2, 1, 0.76, true}, {6, 4, 0.9, false},
                {8, 6, 0.9, true},   {2, 2, 0.9, true},  {1, 2, 0.9, true}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kp_built b = plan(rows[i].time, 0.6);

        b.blocks_before = rows[i].before;
        b.blocks_after = rows[i].after;
        assert_int_equal(kp_is_worth_it(&b), rows[i].is);
    }
}

/* What no time is predicted for, as no block has room for its registers, cannot be launched. */
static void no_block_is_left(void **state)
{
    struct kp_built b = plan(0, 0);

    (void)state;
    b.blocks_before = 1;
    b.blocks_after = 0;
    assert_false(kp_is_worth_it(&b));
    b.threads_assumed = true; /* the launch may have fewer threads */
    assert_true(kp_is_worth_it(&b));
    b.threads_assumed = false;
    b.blocks_after = 1;
    assert_true(kp_is_worth_it(&b));
}

/* What is said against a plan is what decided. */
static void what_decided(void **state)
{
    struct kp_built b = plan(0.81, 0.57);
    struct kp_objection o;

    (void)state;
    b.blocks_before = 9;
    b.blocks_after = 5;
    assert_null(kp_objection_to(&b).why);
    b.one_warp = b.has_async = true; /* not its time, nor its blocks */
    assert_non_null(strstr(kp_objection_to(&b).why, "cp.async in blocks of one warp"));
    b.one_warp = false;
    b.blocks_after = 4;
    o = kp_objection_to(&b);
    assert_non_null(strstr(o.why, "fewer blocks"));
    assert_non_null(strstr(o.hint, "registers"));
    assert_true(o.most == 0.77);
    b.lost_to_memory = true;
    assert_non_null(strstr(kp_objection_to(&b).hint, "shared memory"));
    b.same_rounds = true;
    assert_null(kp_objection_to(&b).why);
    b.time = 0.95;
    assert_true(kp_objection_to(&b).most == 0.9);
    b.time = 1.2; /* that is why, however many blocks are left */
    assert_string_equal(kp_objection_to(&b).why, "is not predicted to be faster");
    assert_null(kp_objection_to(&b).hint);
    assert_true(kp_objection_to(&b).most == 0);
    b.spills_after = 256;
    assert_non_null(strstr(kp_objection_to(&b).why, "spills"));
    assert_non_null(strstr(kp_objection_to(&b).hint, "registers"));
    b = plan(0.8, 0.7);
    b.has_local = true;
    assert_non_null(strstr(kp_objection_to(&b).why, "in memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slower_ones_come_last),
        cmocka_unit_test(clearly_faster),
        cmocka_unit_test(faster_with_few_blocks),
        cmocka_unit_test(many_threads),
        cmocka_unit_test(many_spills_come_last),
        cmocka_unit_test(any_spills_without_a_prediction),
        cmocka_unit_test(one_warp_by_registers),
        cmocka_unit_test(arrays_in_memory),
        cmocka_unit_test(code_that_is_long),
        cmocka_unit_test(without_a_prediction),
        cmocka_unit_test(worth_it),
        cmocka_unit_test(few_blocks_are_kept),
        cmocka_unit_test(test_loses_blocks),
        cmocka_unit_test(rounds_that_stay),
        cmocka_unit_test(no_block_is_left),
        cmocka_unit_test(what_decided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
