/* The function IR and footprints: small kernels and what must be known of them. */
#include "facts/footprint.h"
#include "fn/fn.h"
#include "front/front.h"
#include "pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static struct kp_rules *rules;
static struct kp_arena *arena;
static const struct kp_options options;

static int set_up(void **state)
{
    const char *error = NULL;

    (void)state;
    arena = kp_arena_new();
    rules = kp_rules_load(arena, NULL, &error);
    return rules ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

/* The first instance of the first kernel in the text. */
static const struct kp_fn *lower(const char *text)
{
    struct kp_unit *u = kp_unit_new(&options, rules);
    const struct kp_fn *fn = NULL;

    kp_arena_adopt(arena, u->arena);
    assert_true(kp_pipeline_text(u, "test.cu", text, strlen(text), KP_PASS_FN));
    for (size_t i = 0; i < u->parse.syms.n && !fn; i++)
        if (u->parse.syms.v[i] && u->parse.syms.v[i]->is_kernel)
            fn = kp_fn_instances(u, u->parse.syms.v[i]).v[0];
    assert_non_null(fn);
    assert_null(kp_fn_check(fn));
    return fn;
}

static unsigned count(const struct kp_fn *fn, enum kp_fn_op op)
{
    unsigned n = 0;

    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++)
            n += fn->values.v[fn->blocks.v[k].values.v[i]].op == op;
    return n;
}

static kp_val only(const struct kp_fn *fn, enum kp_fn_op op)
{
    kp_val found = KP_NO_VAL;

    assert_int_equal(count(fn, op), 1);
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++)
            if (fn->values.v[fn->blocks.v[k].values.v[i]].op == op)
                found = fn->blocks.v[k].values.v[i];
    return found;
}

/* The value that the kernel's only store stores, as a constant. */
static int64_t stored(const char *text)
{
    const struct kp_fn *fn = lower(text);
    int64_t v;

    assert_true(kp_fn_is_const(fn, kp_fn_value(fn, only(fn, KP_FN_STORE))->operand[1], &v));
    return v;
}

/* ---- values ---- */

static void constants_have_their_types(void **state)
{
    (void)state;
    assert_int_equal(stored("__global__ void k(int *o) { unsigned char c = 300; *o = c; }"), 44);
    assert_int_equal(stored("__global__ void k(int *o) { *o = -1 < 1u; }"), 0);
    assert_int_equal(stored("__global__ void k(long long *o) { *o = 0u - 1; }"), 4294967295);
    assert_int_equal(stored("__global__ void k(int *o) { signed char s = 255; *o = s >> 1; }"), -1);
    assert_int_equal(stored("__global__ void k(int *o) { *o = sizeof(float[12]) / 4; }"), 12);
    assert_int_equal(stored("template <int N> __global__ void k(int *o) { *o = N % 7 ? N : 1; }\n"
                            "void f(int *o) { k<15><<<1, 1>>>(o); }"),
                     15);
    assert_int_equal(stored("__device__ int twice(int x) { return 2 * x; }\n"
                            "__global__ void k(int *o) { *o = twice(twice(3)); }"),
                     12);
    assert_int_equal(
        stored("__global__ void k(int *o) { int a = 1; auto f = [&](int d) { a += d; };"
               " f(2); f(3); *o = a; }"),
        6);
}

static void records_are_taken_apart(void **state)
{
    (void)state;
    assert_int_equal(stored("struct P { int a; short b[2]; int c; };\n"
                            "__global__ void k(int *o) { P p = {1, {2, 3}, 4}, q; q = p; p.a = 9;"
                            " *o = q.a + q.c; }"),
                     5);
    assert_int_equal(stored("struct V { int x; __device__ void up() { x += 1; } };\n"
                            "__global__ void k(int *o) { V v = {4}; v.up(); v.up(); *o = v.x; }"),
                     6);
}

static void variables_go_to_memory_only_when_addressed(void **state)
{
    const struct kp_fn *fn;

    (void)state;
    fn = lower("__global__ void k(int *o, int n) { int a = n; a *= 2; *o = a; }");
    assert_int_equal(count(fn, KP_FN_LOAD), 0);
    fn = lower("__device__ void set(int *p) { *p = 1; }\n"
               "__global__ void k(int *o, int n) { int a = n; set(&a); *o = a; }");
    assert_int_equal(count(fn, KP_FN_LOAD), 1);
    assert_int_equal(count(fn, KP_FN_STORE), 3);
    fn = lower("__device__ void set(int &p) { p = 1; }\n"
               "__global__ void k(int *o, int n) { int a = n; set(a); *o = a; }");
    assert_int_equal(count(fn, KP_FN_LOAD), 0);
}

static void unknown_is_said(void **state)
{
    const struct kp_fn *fn;

    (void)state;
    fn = lower("__device__ int other(int);\n__global__ void k(int *o) { *o = other(1); }");
    assert_int_equal(count(fn, KP_FN_UNKNOWN), 1);
    fn = lower("__global__ void k(int *o, int n) { again: if (n--) goto again; *o = n; }");
    assert_non_null(fn->unknown);
    fn = lower("__device__ int f(int n) { return n ? f(n - 1) : 0; }\n"
               "__global__ void k(int *o, int n) { *o = f(n); }");
    assert_true(count(fn, KP_FN_UNKNOWN) >= 1);
    fn = lower("struct G { int *p; __device__ ~G() { *p = 1; } };\n"
               "__global__ void k(int *o) { G g{o}; }");
    assert_null(fn->unknown);
    assert_true(count(fn, KP_FN_UNKNOWN) >= 1); /* its end */
    fn = lower("struct G { int *p; __device__ ~G() { *p = 1; } };\n"
               "__global__ void k(int *o) {\n"
               "for (int i = 0; i < 9; i++) { G g{o}; __syncthreads(); } }");
    assert_non_null(fn->unknown); /* in a loop that waits */
    fn = lower("struct P { int a, b; };\n"
               "__global__ void k(int *o) { P p[2] = {1, 2, 3, 4}; *o = p[1].b; }");
    assert_true(fn->unknown || count(fn, KP_FN_UNKNOWN));
    fn = lower("constexpr int table[3] = {1, 2, 3};\n"
               "__global__ void k(int *o) { *o = table[threadIdx.x]; }");
    assert_null(fn->unknown);
    assert_int_equal(count(fn, KP_FN_UNKNOWN), 0);
    /* what it is handed may be another value behind it */
    fn = lower("__device__ void other(int &);\n"
               "__global__ void k(int *o) { int a = 1; other(a); *o = a; }");
    assert_int_equal(kp_fn_value(fn, kp_fn_value(fn, only(fn, KP_FN_STORE))->operand[1])->op,
                     KP_FN_UNKNOWN);
    /* .. and yet another one later */
    fn = lower("__device__ void other(int &);\n"
               "__global__ void k(int *o) { int a = 1; other(a); int b = a; *o = a - b; }");
    assert_int_equal(kp_fn_value(fn, kp_fn_value(fn, only(fn, KP_FN_STORE))->operand[1])->op,
                     KP_FN_SUB);
    assert_true(count(fn, KP_FN_UNKNOWN) >= 4);
}

static void loops_have_phis(void **state)
{
    const struct kp_fn *fn = lower("__global__ void k(float *o, const float *a, int n) {\n"
                                   "float s = 0;\n"
                                   "for (int i = 0; i < n; i++) { if (a[i] < 0) continue;\n"
                                   "  if (a[i] > 9) break; s += a[i]; }\n"
                                   "o[threadIdx.x] = s; }");

    (void)state;
    assert_int_equal(fn->loops.n, 2);
    assert_true(fn->loops.v[1].has_exits);
    assert_false(fn->loops.v[1].tests_last);
    assert_true(count(fn, KP_FN_PHI) >= 3);
}

/* ---- footprints ---- */

/* The bytes of the only store to shared memory, "begin-end begin-end"; "?" when not known. */
static const char *bytes_of(const char *text, int64_t threads)
{
    const struct kp_fn *fn = lower(text);
    struct kp_block_shape shape = {.count = threads};
    struct kp_str out = kp_str_new(arena);
    struct kp_footprint f;

    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++) {
            kp_val v = fn->blocks.v[k].values.v[i];

            if (fn->values.v[v].op != KP_FN_STORE ||
                !kp_footprint(fn, &shape, (struct kp_access_at){.value = v, .operand = 0}, &f))
                continue;
            if (f.unknown)
                return "?";
            for (size_t b = 0; b < f.bytes.n; b++)
                kp_str_addf(&out, "%s%lld-%lld", out.n ? " " : "", (long long)f.bytes.v[b].begin,
                            (long long)f.bytes.v[b].end);
        }
    return kp_str_text(&out);
}

static void footprints_are_exact(void **state)
{
    (void)state;
    assert_string_equal(bytes_of("__global__ void k() { __shared__ float s[999];\n"
                                 "s[threadIdx.x] = 1; }",
                                 32),
                        "0-128");
    assert_string_equal(bytes_of("__global__ void k() { __shared__ float s[999];\n"
                                 "for (int i = threadIdx.x; i < 100; i += 32) s[i + 8] = 1; }",
                                 32),
                        "32-432");
    assert_string_equal(bytes_of("__global__ void k() { __shared__ short s[64][8];\n"
                                 "if (threadIdx.x % 2 == 0) s[threadIdx.x][1] = 1; }",
                                 6),
                        "2-4 34-36 66-68");
    assert_string_equal(bytes_of("__global__ void k() { __shared__ int s[64];\n"
                                 "const unsigned i = threadIdx.x - 8; if (i < 4) s[i] = 1; }",
                                 32),
                        "0-16");
    assert_string_equal(bytes_of("enum E : unsigned char { NONE };\n"
                                 "__global__ void k() { __shared__ char s[999];\n"
                                 "s[(E)(threadIdx.x + 250)] = 1; }",
                                 4),
                        "250-254");
}

static void footprints_say_what_is_not_known(void **state)
{
    (void)state;
    assert_string_equal(bytes_of("__global__ void k(int n) { __shared__ float s[999];\n"
                                 "s[threadIdx.x + n] = 1; }",
                                 32),
                        "?");
    assert_string_equal(bytes_of("__global__ void k(int n) { __shared__ float s[999];\n"
                                 "for (int i = threadIdx.x; i < n; i += 32) s[i] = 1; }",
                                 32),
                        "?");
    assert_string_equal(bytes_of("__global__ void k(const int *p) { __shared__ float s[999];\n"
                                 "s[p[0]] = 1; }",
                                 32),
                        "?");
    assert_string_equal(bytes_of("__global__ void k() { __shared__ float s[999];\n"
                                 "s[(unsigned long long)s >> 4 & 7] = 1; }",
                                 32),
                        "?");
    /* a guard that is not known is taken to hold */
    assert_string_equal(bytes_of("__global__ void k(int n) { __shared__ float s[999];\n"
                                 "if ((int)threadIdx.x < n) s[threadIdx.x] = 1; }",
                                 32),
                        "0-128");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_have_their_types),
        cmocka_unit_test(records_are_taken_apart),
        cmocka_unit_test(variables_go_to_memory_only_when_addressed),
        cmocka_unit_test(unknown_is_said),
        cmocka_unit_test(loops_have_phis),
        cmocka_unit_test(footprints_are_exact),
        cmocka_unit_test(footprints_say_what_is_not_known),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
