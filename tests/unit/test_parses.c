#define _GNU_SOURCE
/* How often a file is parsed: once for each text that there is of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* first the above: cmocka.h needs them */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pipeline.h"
#include "rule/rule.h"
#include "texts/texts.h"

static int parses;

/* The linker puts it in the place of the pass (--wrap). */
bool __real_kp_pass_parse(struct kp_unit *u);
bool __wrap_kp_pass_parse(struct kp_unit *u);
bool __wrap_kp_pass_parse(struct kp_unit *u)
{
    parses++;
    return __real_kp_pass_parse(u);
}

/* All that `kpipe rewrite` does without builds. */
static int parses_of(const char *name, enum kp_width width)
{
    struct kp_options options = {.arch = KP_DEFAULT_ARCH, .width = width};
    struct kp_arena *a = kp_arena_new();
    const char *error;
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error));

    parses = 0;
    assert_true(kp_pipeline(u, kp_sprintf(a, KP_KERNELS "/%s.cu", name), KP_PASS_EMIT));
    assert_null(kp_read_back(u)->error);
    kp_unit_free(u);
    kp_arena_free(a);
    return parses;
}

static void nothing_to_do(void **state)
{
    (void)state;
    assert_int_equal(parses_of("stencil", KP_WIDTH_AUTO), 1);
    assert_int_equal(parses_of("missing_barrier", KP_WIDTH_AUTO), 1);
}

/* The input and the result. */
static void rewritten(void **state)
{
    (void)state;
    assert_int_equal(parses_of("sgemm_128x128x8", KP_WIDTH_AUTO), 2);
    assert_int_equal(parses_of("hgemm_wmma", KP_WIDTH_AUTO), 2);
    assert_int_equal(parses_of("sgemm_naive", KP_WIDTH_NARROW), 2);
}

/* The text with wider copies between them. */
static void widened(void **state)
{
    (void)state;
    assert_int_equal(parses_of("sgemm_naive", KP_WIDTH_AUTO), 3);
    assert_int_equal(parses_of("flash_attn", KP_WIDTH_AUTO), 3);
}

/* ---- headers ---- */

static const char *const names[] = {"k.cuh", "a.cu", "b.cu", "c.cu"};
enum { FILES = sizeof names / sizeof *names };

/* What is left of the header's kernel refuses its loop, or does not. */
static const char header[] = "static __global__ void sum(const float *A, float *C, int n)\n"
                             "{\n"
                             "    __shared__ float As[128];\n"
                             "    for (int k = 0; k < n; k += 128) {\n"
                             "        As[threadIdx.x] = A[k + threadIdx.x];\n"
                             "        %s\n"
                             "        __syncthreads();\n"
                             "        C[threadIdx.x] += As[127 - threadIdx.x];\n"
                             "        __syncthreads();\n"
                             "    }\n"
                             "}\n";

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Of a header that three sources include, of which the first launches nothing. */
static int parses_of_header(const char *statement)
{
    static const char *const texts[FILES - 1] = {
        "#include \"k.cuh\"\n",
        "#include \"k.cuh\"\nvoid b(float *p) { sum<<<1, 128>>>(p, p + 128, 128); }\n",
        "#include \"k.cuh\"\nvoid c(float *p) { sum<<<1, 128>>>(p, p + 128, 256); }\n",
    };
    char dir[] = "/tmp/kpipe-test-XXXXXX";
    struct kp_includer v[FILES - 1] = {{0}};
    const struct kp_includers includers = {.v = v, .n = FILES - 1, .cap = FILES - 1};
    struct kp_options options = {.arch = KP_DEFAULT_ARCH, .includers = &includers};
    struct kp_arena *a = kp_arena_new();
    const char *error, *path[FILES];
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error));

    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < FILES; i++) {
        path[i] = kp_sprintf(a, "%s/%s", dir, names[i]);
        write_file(path[i], i ? texts[i - 1] : kp_sprintf(a, header, statement));
        if (i)
            v[i - 1] = (struct kp_includer){.path = path[i], .name = names[i]};
    }
    parses = 0;
    assert_true(kp_pipeline(u, path[0], KP_PASS_EMIT));
    assert_int_equal(u->loops.n, 1);
    for (size_t i = 0; i < FILES; i++)
        assert_int_equal(unlink(path[i]), 0);
    assert_int_equal(rmdir(dir), 0);
    kp_unit_free(u);
    kp_arena_free(a);
    return parses;
}

/* What a source refuses that launches the kernel, no other one changes. */
static void settled_by_a_source(void **state)
{
    (void)state;
    assert_int_equal(parses_of_header("atomicAdd(C, As[0]);"), 2);
    assert_true(parses_of_header("") > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(rewritten),
        cmocka_unit_test(widened),
        cmocka_unit_test(settled_by_a_source),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
