/* Runs hand-written PTX on the interpreter, for the tests of simt/. */
#ifndef KP_TESTS_SIMT_RUN_H
#define KP_TESTS_SIMT_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "simt/simt.h"
#include "util/str.h"

#define HEAD ".version 8.0\n.target sm_86\n.address_size 64\n"
/* out: one word per thread, in: the same, const */
#define KERNEL(declarations, body)                                                                 \
    HEAD ".visible .entry k(.param .u64 out, .param .u64 in) {\n"                                  \
         ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<30>; .reg .f32 %f<20>;\n"                \
         ".reg .b64 %rd<20>; .reg .f64 %fd<9>;\n" declarations                                     \
         "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in];\n"                                    \
         "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                                       \
         "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; shl.b32 %r2, %r1, 2;\n" body         \
         "ret;\n}\n"

struct run {
    struct kp_arena *arena;
    uint32_t out[128], in[128];
    struct kp_simt_report report;
    const char *error;
};

static const struct kp_simt_options defaults;

static inline void launch(struct run *r, const char *ptx, unsigned threads, unsigned blocks,
                          const struct kp_simt_options *options)
{
    struct kp_simt_buffer buffers[] = {
        {.name = "out", .data = r->out, .size = sizeof r->out, .uninitialised = true},
        {.name = "in", .data = r->in, .size = sizeof r->in, .is_const = true}};
    struct kp_simt_arg args[] = {{NULL, 8, 0, 0}, {NULL, 8, 1, 0}};
    struct kp_simt_launch l = {.kernel = "k",
                               .grid = {blocks, 1, 1},
                               .block = {threads, 1, 1},
                               .args = args,
                               .n_args = 2,
                               .buffers = buffers,
                               .n_buffers = 2};
    struct kp_ptx *m;

    r->arena = kp_arena_new();
    m = kp_simt_parse(r->arena, ptx, strlen(ptx), &r->error);
    if (!m)
        return;
    kp_simt_run(r->arena, m, &l, options, &r->report);
    r->error = r->report.error;
}

static inline bool has(const struct run *r, enum kp_simt_kind kind)
{
    for (size_t k = 0; k < r->report.n_alarms; k++)
        if (r->report.alarms[k].kind == kind)
            return true;
    return false;
}

static inline void expect_clean(struct run *r)
{
    if (r->error)
        fail_msg("%s", r->error);
    if (!r->report.ok)
        fail_msg("%s", r->report.alarms[0].text);
}

static inline void expect_alarm(const char *ptx, enum kp_simt_kind kind)
{
    struct run r = {0};

    for (unsigned k = 0; k < 128; k++)
        r.in[k] = k;
    launch(&r, ptx, 64, 1, &defaults);
    if (r.error && kind != KP_ALARM_ASSERT && kind != KP_ALARM_TRAP)
        fail_msg("%s", r.error);
    if (!has(&r, kind))
        fail_msg("no alarm \"%s\"%s%s", kp_simt_kind_name(kind), r.report.n_alarms ? ", but " : "",
                 r.report.n_alarms ? r.report.alarms[0].text : "");
    assert_false(r.report.ok);
    kp_arena_free(r.arena);
}

static inline void refuses(const char *ptx, const char *words)
{
    struct run r = {0};

    launch(&r, ptx, 32, 1, &defaults);
    assert_non_null(r.error);
    if (!strstr(r.error, words))
        fail_msg("\"%s\" is not in \"%s\"", words, r.error);
    kp_arena_free(r.arena);
}

/* One value per thread from two of them. */
static inline uint32_t value(const char *ptx, uint32_t a)
{
    struct run r = {0};
    uint32_t v;

    for (unsigned k = 0; k < 128; k++)
        r.in[k] = a;
    launch(&r, ptx, 32, 1, &defaults);
    expect_clean(&r);
    v = r.out[7];
    kp_arena_free(r.arena);
    return v;
}

#define COMPUTE(text) KERNEL("", "ld.global.u32 %r3, [%rd5];\n" text "st.global.u32 [%rd4], %r4;\n")
#define COMPUTE_F(text)                                                                            \
    KERNEL("", "ld.global.f32 %f1, [%rd5];\n" text "st.global.f32 [%rd4], %f2;\n")

#endif
