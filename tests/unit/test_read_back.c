/* The self-check by meaning (and translation validation), on outputs that were tampered with. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* first the above: cmocka.h needs them */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"
#include "rule/rule.h"
#include "texts/texts.h"

static const char kernels[] =
    "__constant__ float weight;\n"
    "__device__ float scaled(float x) { return x * weight; }\n"
    "__device__ float scaled(double x) { return (float)x; }\n"
    "namespace other { __device__ float scaled(float x) { return x; } }\n"
    "struct size { int n; };\n"
    "__global__ void first(const float *__restrict__ x, float *__restrict__ y, int n, size by)\n"
    "{\n"
    "    __shared__ float s[128];\n"
    "    float sum = 0;\n"
    "    // here\n"
    "    for (int k = 0; k < n; k += 128) {\n"
    "        s[threadIdx.x] = x[k + threadIdx.x];\n"
    "        __syncthreads();\n"
    "        for (int j = 0; j < 128; j++)\n"
    "            sum += scaled(s[j]) * weight + by.n;\n"
    "        __syncthreads();\n"
    "    }\n"
    "    y[threadIdx.x] = sum;\n"
    "}\n"
    "namespace other { __device__ void second() { nowhere(); } }\n" /* refused, error and all */
    "__global__ void second(const float *__restrict__ x, float *__restrict__ y, int n)\n"
    "{\n"
    "    __shared__ float t[128];\n"
    "    float sum = 0;\n"
    "    for (int k = 0; k < n; k += 128) {\n"
    "        t[threadIdx.x] = x[k + threadIdx.x];\n"
    "        __syncthreads();\n"
    "        for (int j = 0; j < 128; j++)\n"
    "            sum += t[j];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    y[threadIdx.x] = sum;\n"
    "}\n"
    "void run(const float *x, float *y, int n)\n"
    "{\n"
    "    first<<<1, 128>>>(x, y, n, {1});\n"
    "    second<<<1, 128>>>(x, y, n);\n"
    "}\n";

/* The output with the first `was` as `is`, read back: which of both loops are rewritten still? */
static int kept_in(enum kp_width width, const char *was, const char *is)
{
    struct kp_options options = {.arch = KP_DEFAULT_ARCH, .stages = 2, .width = width};
    struct kp_arena *a = kp_arena_new();
    const char *error, *at;
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error)), *v;
    int which = 0;

    assert_true(kp_pipeline_text(u, "k.cu", kernels, strlen(kernels), KP_PASS_EMIT));
    assert_true(kp_is_rewritten(u->loops.v[0]) && kp_is_rewritten(u->loops.v[1]));
    at = strstr(u->output, was);
    assert_non_null(at);
    u->output =
        kp_sprintf(u->arena, "%.*s%s%s", (int)(at - u->output), u->output, is, at + strlen(was));
    u->output_size = strlen(u->output);
    v = kp_read_back(u);
    assert_null(v->error);
    assert_true((v == u) == (kp_is_rewritten(v->loops.v[0]) && kp_is_rewritten(v->loops.v[1])));
    for (int i = 0; i < 2; i++) {
        if (kp_is_rewritten(v->loops.v[i]))
            which |= 1 << i;
        else
            assert_int_equal(v->loops.v[i]->refusals.v[0].code, KP_CODE_KP612);
    }
    kp_unit_free(u);
    kp_arena_free(a);
    return which;
}

static int kept(const char *was, const char *is)
{
    return kept_in(KP_WIDTH_NARROW, was, is);
}

static void as_it_is(void **state)
{
    (void)state;
    assert_int_equal(kept("// here", "// there"), 3);
    assert_int_equal(kept("// here", "const int kp_more = 1; (void)kp_more;"), 3);
    assert_int_equal(kept("// here", "const dim3 kp_more = blockDim; (void)kp_more;"), 3);
}

static void other_variables(void **state)
{
    (void)state;
    assert_int_equal(kept("// here", "const float weight = 1;"), 2);
    assert_int_equal(kept("// here", "const struct { int x; } threadIdx = {0};"), 2);
    assert_int_equal(kept("// here", "double sum = 0;"), 2); /* twice: an error */
    assert_int_equal(kept("// here", "enum { weight = 1 };"), 2);
}

static void other_functions(void **state)
{
    (void)state;
    assert_int_equal(kept("scaled(s[j])", "scaled((double)s[j])"), 2);
    assert_int_equal(kept("scaled(s[j])", "other::scaled(s[j])"), 2);
    assert_int_equal(kept("// here", "using other::scaled;"), 2);
    assert_int_equal(kept("// here", "auto scaled = [](float x) { return x; };"), 2);
}

/* Wider copies and nothing else. */
static void copies(void **state)
{
    (void)state;
    assert_int_equal(kept_in(KP_WIDTH_ONLY, "// here", "// there"), 3);
    assert_int_equal(kept_in(KP_WIDTH_ONLY, "// here", "const float weight = 1;"), 2);
}

static void errors(void **state)
{
    (void)state;
    assert_int_equal(kept("// here", "int i = nowhere;"), 2);
    assert_int_equal(kept("scaled(s[j])", "scaled(s[j], 1)"), 2);
    assert_int_equal(kept("struct size { int n; };", "struct size { int n; int 1; };"), 0);
}

/* The schedule, and what is computed. */
static void other_values(void **state)
{
    (void)state;
    assert_int_equal(kept("kp_stage ^= 1;", ";"), 2);
    assert_int_equal(kept("kp_store(kp_stage ^ 1);", "kp_store(kp_stage);"), 2);
    assert_int_equal(kept("kp_fetch(k);", "kp_fetch(k + 1);"), 2);
    assert_int_equal(kept("__syncthreads();", ";"), 2);
    assert_int_equal(kept("kp_s[2][128]", "kp_s[1][128]"), 2);
    assert_int_equal(kept("* weight + by.n", "* weight - by.n"), 2);
    assert_int_equal(kept("y[threadIdx.x] = sum", "y[threadIdx.x] = sum + 0"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_it_is),        cmocka_unit_test(other_variables),
        cmocka_unit_test(other_functions), cmocka_unit_test(copies),
        cmocka_unit_test(errors),          cmocka_unit_test(other_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
