/* Case files: reading them, their expressions, their arrays and launches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "case/case.h"
#include "util/str.h"

static const char *eval(const struct kp_case *c, const char *text, struct kp_number *v)
{
    return kp_case_eval(c, c->arena, (struct kp_case_text){.s = text}, v);
}

static void test_expressions(void **state)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_case c = {.arena = a, .path = "x.ini", .bound = 1, .block_value = {32, 4, 1}};
    struct kp_size n = {.name = "N", .value = 100};
    struct kp_number v;

    (void)state;
    kp_push(a, &c.sizes, n);
    assert_null(eval(&c, "2 * (N + 1) - ceildiv(N, 3) % 7", &v));
    assert_int_equal(v.i, 196);
    assert_null(eval(&c, "max(2 * N, 300) - max(N, 30)", &v));
    assert_int_equal(v.i, 200);
    assert_non_null(strstr(eval(&c, "max(N, 0.5)", &v), "max wants two integers"));
    assert_non_null(strstr(eval(&c, "max(N)", &v), "max wants two numbers"));
    assert_null(eval(&c, "-0.5 * 3", &v));
    assert_true(v.real && v.d == -1.5);
    assert_null(eval(&c, "block_x * block_y", &v));
    assert_int_equal(v.i, 128);
    assert_non_null(strstr(eval(&c, "N / 0", &v), "division by zero"));
    assert_non_null(strstr(eval(&c, "M + 1", &v), "no size is called M"));
    assert_non_null(eval(&c, "1 +", &v));
    assert_non_null(eval(&c, "((1)", &v));
    assert_non_null(eval(&c, "1 2", &v));
    assert_non_null(eval(&c, "9223372036854775808", &v));
    assert_non_null(eval(&c, "9223372036854775807 + 1", &v));
    assert_non_null(eval(&c, "-1 / 2", &v));
    kp_arena_free(a);
}

static const char good[] = "[kernel]\n"
                           "source = k.cu\n"
                           "name = k\n"
                           "tiles = K, 16\n"
                           "[size K]\n"
                           "small = 48\n"
                           "large = 4096\n"
                           "[size M]\n"
                           "value = 2 * K\n"
                           "[arg A]\n"
                           "type = f32\n"
                           "count = M * K\n"
                           "offset = 1\n"
                           "[arg B]\n"
                           "type = f32\n"
                           "count = K\n"
                           "[arg C]\n"
                           "type = f64\n"
                           "count = M\n"
                           "role = out\n"
                           "[arg p]\n"
                           "type = struct(i8, f64, u16)\n"
                           "value = -1, 0.5, M\n"
                           "[launch]\n"
                           "grid = ceildiv(M, block_x)\n"
                           "block = 32, 2\n"
                           "also_block = 64 | 16, 4\n"
                           "smem = 4 * block_x\n"
                           "may_alias = A, B\n";

static struct kp_case *read_ok(struct kp_arena *a, const char *text)
{
    const char *error;
    struct kp_case *c = kp_case_read_text(a, "x.ini", text, &error);

    if (!c)
        fail_msg("%s", error);
    assert_null(kp_case_bind(c, KP_CASE_SMALL, NULL, 0));
    return c;
}

static void test_odd_sizes(void **state)
{
    struct kp_arena *a = kp_arena_new();
    const char *at = strstr(good, "[size ") + strlen("[size ");
    char *text = kp_sprintf(a, "%.*s%s\nodd = 61\n%s", (int)(strstr(at, "large") - good), good,
                            kp_strndup(a, strstr(at, "large"), strcspn(strstr(at, "large"), "\n")),
                            strchr(strstr(at, "large"), '\n') + 1);
    struct kp_case *c = read_ok(a, good);
    size_t elements = 7;

    (void)state;
    assert_false(kp_case_has_odd(c));
    assert_null(kp_case_offset(c, a, 0, 3, &elements));
    assert_int_equal(elements, 1);
    assert_null(kp_case_offset(c, a, 1, 3, &elements));
    assert_int_equal(elements, 3);
    c = read_ok(a, text);
    assert_true(kp_case_has_odd(c));
    assert_null(kp_case_bind(c, KP_CASE_ODD, NULL, 0));
    assert_int_equal(c->sizes.v[0].value, 61);
    assert_true(kp_case_fix_size(c, c->sizes.v[0].name, "5"));
    assert_false(kp_case_has_odd(c));
    kp_arena_free(a);
}

static void test_launch(void **state)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_case *c = read_ok(a, good);
    struct kp_case_data d;
    double half = 0.5;

    (void)state;
    assert_null(kp_case_data(c, a, &d));
    assert_int_equal(d.grid[0], 3);
    assert_int_equal(d.dynamic_smem, 128);
    assert_int_equal(d.n_buffers, 3);
    assert_int_equal(d.buffers[0].size, 4 * 96 * 48);
    assert_true(d.buffers[0].is_const && d.buffers[2].uninitialised);
    assert_int_equal(d.params[3].buffer, -1);
    assert_int_equal(d.params[3].size, 24); /* laid out as C does */
    assert_int_equal(*(const int8_t *)d.params[3].bytes, -1);
    assert_memory_equal((const char *)d.params[3].bytes + 8, &half, 8);
    assert_int_equal(*(const uint16_t *)((const char *)d.params[3].bytes + 16), 96);
    kp_arena_free(a);
}

static void test_variations(void **state)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_case *c = read_ok(a, good);
    struct kp_case_variation v = {.block = 2};
    size_t *same, n, offset[4] = {1};
    struct kp_case_data d;

    (void)state;
    assert_int_equal(c->also_blocks.n, 2);
    assert_null(kp_case_data_with(c, a, &v, &d));
    assert_int_equal(d.block[0], 16);
    assert_int_equal(d.grid[0], 6);
    assert_int_equal(d.dynamic_smem, 64);
    assert_null(kp_case_alias(c, a, c->aliases.v[0], &same, &n));
    v = (struct kp_case_variation){.same = same, .n_same = n, .offset = offset};
    assert_null(kp_case_data_with(c, a, &v, &d));
    assert_int_equal(d.n_buffers, 2);
    assert_int_equal(d.params[1].buffer, 0);
    assert_int_equal(d.buffers[0].size, 4 * 96 * 48);
    assert_int_equal(d.buffers[0].misalign, 4);
    assert_int_equal(d.params[2].buffer, 1);
    kp_arena_free(a);
}

static void test_types(void **state)
{
    uint64_t room[2] = {0};

    (void)state;
    for (unsigned k = 0; k < KP_CASE_TYPES; k++) {
        enum kp_case_type t;
        assert_true(kp_case_type_named(kp_case_type_names[k], &t));
        assert_int_equal(t, k);
        kp_case_put(t, room, 1, 3);
        assert_true(kp_case_element(t, room, 1) == 3);
    }
    /* values of cuda_fp8.h's tables: largest, smallest subnormal, ties to even, overflow */
    kp_case_put(KP_CASE_E4M3, room, 0, 448);
    assert_int_equal((uint8_t)room[0], 0x7e);
    kp_case_put(KP_CASE_E4M3, room, 0, -0x1p-9);
    assert_int_equal((uint8_t)room[0], 0x81);
    kp_case_put(KP_CASE_E4M3, room, 0, 17);
    assert_int_equal((uint8_t)room[0], 0x58);
    kp_case_put(KP_CASE_E4M3, room, 0, 19);
    assert_int_equal((uint8_t)room[0], 0x5a);
    kp_case_put(KP_CASE_E4M3, room, 0, 1000);
    assert_true(kp_case_element(KP_CASE_E4M3, room, 0) != kp_case_element(KP_CASE_E4M3, room, 0));
    kp_case_put(KP_CASE_E5M2, room, 0, 57344);
    assert_int_equal((uint8_t)room[0], 0x7b);
    kp_case_put(KP_CASE_E5M2, room, 0, 0x1p-16);
    assert_int_equal((uint8_t)room[0], 0x01);
    kp_case_put(KP_CASE_E5M2, room, 0, 4.5);
    assert_int_equal((uint8_t)room[0], 0x44);
    kp_case_put(KP_CASE_E5M2, room, 0, 1e9);
    assert_true(isinf(kp_case_element(KP_CASE_E5M2, room, 0)));
    kp_case_put(KP_CASE_BF16, room, 0, 1.0 / 3);
    assert_int_equal((uint16_t)room[0], 0x3eab);
    kp_case_put(KP_CASE_I8, room, 0, -128);
    assert_true(kp_case_element(KP_CASE_I8, room, 0) == -128);
    kp_case_put(KP_CASE_U64, room, 0, 0x1p63);
    assert_true(room[0] == (uint64_t)1 << 63);
}

/* The first error is at this line and says this. */
static void wrong(const char *text, const char *place, const char *what)
{
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL;

    if (kp_case_read_text(a, "x.ini", text, &error))
        fail_msg("accepted: %s", text);
    if (!kp_starts_with(error, place) || !strstr(error, what))
        fail_msg("expected %s ... %s, got %s", place, what, error);
    kp_arena_free(a);
}

#define HEAD "[kernel]\nsource = k.cu\nname = k\n[size N]\nvalue = 8\n"
#define TAIL "[launch]\ngrid = N\nblock = 32\n"

static void test_errors(void **state)
{
    (void)state;
    wrong("[kernel]\nsuorce = k.cu\n", "x.ini:2: error:", "did you mean source?");
    wrong(HEAD "[lunch]\ngrid = 1\n", "x.ini:6: error:", "did you mean [launch]?");
    wrong("grid = 1\n", "x.ini:1: error:", "in no section");
    wrong(HEAD TAIL "[compare]\n [arg K]\ntype = i32\n", "x.ini:11:", "first column");
    wrong(HEAD "[size N]\nvalue = 9\n", "x.ini:6: error:", "line 4");
    wrong(HEAD "value = 9\n", "x.ini:6: error:", "line 5");
    wrong(HEAD "[size ceildiv]\nvalue = 9\n", "x.ini:6: error:", "already");
    wrong(HEAD "[size]\nvalue = 9\n", "x.ini:6: error:", "needs a name");
    wrong(HEAD "[arg A]\ntype = f23\ncount = 1\n" TAIL,
          "x.ini:7:8: error:", "no type is called f23");
    wrong(HEAD "[arg A]\ntype = f32\ncount = 2 * (N + Q)\n" TAIL,
          "x.ini:8:18: error:", "no size is called Q");
    wrong(HEAD "[arg A]\ntype = f32\ncount = N +\n" TAIL, "x.ini:8:12: error:", "missing");
    wrong(HEAD "[arg A]\ntype = f32\ncount = N\nfill = unform(1, 2)\n" TAIL,
          "x.ini:9:8: error:", "no fill is called unform");
    wrong(HEAD "[arg A]\ntype = f32\ncount = N\nfill = integers(1, M)\n" TAIL,
          "x.ini:9:20: error:", "no size is called M");
    wrong(HEAD "[arg A]\ntype = f32\ncount = N\nfill = uniform(1)\n" TAIL,
          "x.ini:9:8: error:", "2 parameters");
    wrong(HEAD "[arg A]\ntype = f32\ncount = N\nrole = inn\n" TAIL,
          "x.ini:9:8: error:", "in, out or inout");
    wrong(HEAD "[arg A]\ntype = i32\nvalue = 0.5\n" TAIL, "x.ini:8:9: error:", "integer");
    wrong(HEAD "[arg A]\ntype = i32\n" TAIL, "x.ini:6: error:", "value (a scalar) or a count");
    wrong(HEAD "[arg A]\ntype = struct(i32, x)\nvalue = 1, 2\n" TAIL,
          "x.ini:7:20: error:", "no type is called x");
    wrong(HEAD "[arg A]\ntype = struct(i32, f32)\nvalue = 1\n" TAIL,
          "x.ini:8:9: error:", "2 fields");
    wrong(HEAD "[launch]\ngrid = N, 1, 1, 1\nblock = 32\n", "x.ini:7:8: error:", "one to three");
    wrong(HEAD "[launch]\ngrid = N\nblock = 32\nmay_alias = A, B\n",
          "x.ini:9:13: error:", "no array argument is called A");
    wrong(HEAD "[launch]\ngrid = N\n", "x.ini: error:", "no block");
    wrong(HEAD TAIL "[compare]\nabs = 1x\n", "x.ini:10:8: error:", "a number");
    wrong("[kernel]\nsource = k.cu\nname = k\ntiles = K, 16\n" TAIL,
          "x.ini:4:9: error:", "no size is called K");
    wrong("[kernel]\nsource = k.cu\nname = k\n[size A]\nvalue = B\n[size B]\nvalue = 1\n"
          "[launch]\ngrid = 1\nblock = 1\n",
          "x.ini:5:9: error:", "further down");
    wrong("[kernel\n", "x.ini:1: error:", "expected NAME = VALUE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_launch),
        cmocka_unit_test(test_odd_sizes),   cmocka_unit_test(test_variations),
        cmocka_unit_test(test_types),       cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
