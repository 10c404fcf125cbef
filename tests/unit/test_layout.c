/* Wavefronts, by hand and by measurement. */
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

#include "facts/wavefronts.h"
#include "layout/laying.h"
#include "pipeline.h"
#include "rule/rule.h"

/* Lane l touches `bytes` from l % width * step + l / width * pitch on. */
static struct kp_wavefronts request(int width, int64_t step, int64_t pitch, int64_t bytes)
{
    int64_t at[KP_LANES];

    for (int l = 0; l < KP_LANES; l++)
        at[l] = l % width * step + l / width * pitch;
    return kp_wavefronts(at, UINT32_MAX, bytes);
}

/* CUDA C++ Programming Guide, "Shared Memory": strides of one, two and three words; a broadcast. */
static void words(void **state)
{
    (void)state;
    assert_int_equal(request(32, 4, 0, 4).sum, 1);
    assert_int_equal(request(32, 8, 0, 4).sum, 2);
    assert_int_equal(request(32, 12, 0, 4).sum, 1);
    assert_int_equal(request(32, 0, 0, 4).sum, 1);
    assert_int_equal(request(32, 128, 0, 4).sum, 32); /* a column of 32 floats */
    assert_int_equal(request(32, 132, 0, 4).sum, 1);  /* .. padded by one */
    assert_int_equal(request(32, 144, 0, 4).sum, 4);  /* .. by four */
    assert_int_equal(request(32, 1, 0, 1).sum, 1);    /* four bytes of a word */
    assert_int_equal(request(32, 128, 0, 2).degree, 32);
}

/* Half warps and quarter warps. */
static void vectors(void **state)
{
    (void)state;
    assert_int_equal(request(32, 8, 0, 8).sum, 2);
    assert_int_equal(request(32, 16, 0, 16).sum, 4);
    assert_int_equal(request(32, 16, 0, 16).degree, 1);
    assert_int_equal(request(32, 64, 0, 16).sum, 16);  /* rows of 64 bytes, 4-way */
    assert_int_equal(request(32, 80, 0, 16).sum, 4);   /* .. of 80 */
    assert_int_equal(request(32, 128, 0, 16).sum, 32); /* 8-way */
    assert_int_equal(request(4, 16, 64, 16).sum, 4);   /* int4, four to a row: two rows in a line */
    assert_int_equal(request(4, 16, 80, 16).sum, 8);   /* they overlap */
    assert_int_equal(request(32, 0, 0, 16).sum, 4);
}

/* What no instruction accesses at once is several requests. */
static void pieces(void **state)
{
    (void)state;
    assert_int_equal(request(32, 12, 0, 12).sum, 3);      /* float3: three words */
    assert_int_equal(request(32, 24, 0, 24).sum, 6);      /* double3: three times half warps */
    assert_int_equal(request(32, 32, 0, 32).sum, 16);     /* two vectors, each 2-way */
    assert_int_equal(request(32, 6, 0, 6).sum, 6);        /* short3: 48 words, three times */
    assert_int_equal(request(32, 256, 0, 256).sum, 512);  /* a row of 64 floats per lane */
    assert_int_equal(request(32, 256, 0, 256).ideal, 64); /* .. which is 16 vectors */
}

static void part_of_a_warp(void **state)
{
    int64_t at[KP_LANES] = {0};

    (void)state;
    for (int l = 0; l < 8; l++)
        at[l] = 96 * l;
    assert_int_equal(kp_wavefronts(at, 0xff, 16).sum, 2); /* eight rows of a matrix */
    assert_int_equal(kp_wavefronts(at, 0x0f, 16).sum, 1);
    assert_int_equal(kp_wavefronts(at, 0, 16).sum, 0);
}

/* ---- a kernel with other rows ---------------------------------------------------------------- */

/* Wavefronts of all shared arrays of the kernel in an iteration, as they are. */
static int64_t wavefronts_of(const char *text)
{
    struct kp_options options = {.arch = KP_DEFAULT_ARCH};
    struct kp_arena *a = kp_arena_new();
    const char *error;
    struct kp_unit *u = kp_unit_new(&options, kp_rules_load(a, NULL, &error));
    struct kp_refusal why = {0};
    struct kp_laying m = {.u = u, .why = &why};
    int64_t sum = 0;

    assert_true(kp_pipeline_text(u, "k.cu", text, strlen(text), KP_PASS_LEGAL));
    m.l = u->loops.v[0];
    m.f = kp_func_get(u, m.l->function, false);
    m.fn = kp_fn_instances(u, m.l->function).v[0];
    kp_find_arrays(&m);
    assert_true(m.arrays.n > 0);
    for (size_t i = 0; i < m.arrays.n; i++) {
        assert_true(kp_find_touchers(&m, &m.arrays.v[i]));
        kp_choose_rows(&m, &m.arrays.v[i], KP_LAYING_ANY);
        assert_int_equal(why.code, KP_CODE_NONE);
        sum += m.arrays.v[i].before;
    }
    kp_unit_free(u);
    kp_arena_free(a);
    return sum;
}

static char *file(const char *name)
{
    char *path = NULL, *text = calloc(1, 1 << 16);
    FILE *f;

    assert_true(asprintf(&path, "%s/%s", KP_KERNELS, name) > 0);
    f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    free(path);
    return text;
}

/* ms on an H200 (docs/user/results.md): what is faster has no more wavefronts. */
static void measured_order(void **state)
{
    static const struct {
        int pad;
        double ms;
    } rows[] = {{0, 0.813}, {16, 0.466}, {32, 0.581}, {48, 0.464}, {64, 1.430}};
    enum { N = sizeof rows / sizeof *rows };
    char *text = file("igemm_wmma.cu"), *pad = strstr(text, "PAD = 16");
    int64_t predicted[N];

    (void)state;
    assert_non_null(pad);
    for (int i = 0; i < N; i++) {
        char number[3];

        snprintf(number, sizeof number, "%02d", rows[i].pad);
        memcpy(pad + 6, rows[i].pad ? number : " 0", 2);
        predicted[i] = wavefronts_of(text);
        for (int k = 0; k < i; k++)
            if (rows[i].ms > 1.05 * rows[k].ms)
                assert_true(predicted[i] > predicted[k]);
            else if (rows[k].ms > 1.05 * rows[i].ms)
                assert_true(predicted[k] > predicted[i]);
    }
    assert_int_equal(predicted[1], predicted[3]);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),          cmocka_unit_test(vectors),
        cmocka_unit_test(pieces),         cmocka_unit_test(part_of_a_warp),
        cmocka_unit_test(measured_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
