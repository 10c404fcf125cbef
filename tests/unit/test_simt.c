/* The CPU machine on hand-written PTX: reading, arithmetic, divergence, and each alarm. */
#include "simt_run.h"

static void test_integers(void **state)
{
    (void)state;
    assert_int_equal(value(COMPUTE("add.s32 %r4, %r3, 5;"), 37), 42);
    assert_int_equal(value(COMPUTE("mul.hi.u32 %r4, %r3, %r3;"), 0xffffffff), 0xfffffffe);
    assert_int_equal(value(COMPUTE("div.s32 %r4, %r3, 0;"), 5), 0xffffffff);
    assert_int_equal(value(COMPUTE("div.s32 %r4, %r3, -1;"), 0x80000000), 0x80000000);
    assert_int_equal(value(COMPUTE("shl.b32 %r4, %r3, 32;"), 5), 0);
    assert_int_equal(value(COMPUTE("shr.s32 %r4, %r3, 40;"), 0x80000000), 0xffffffff);
    assert_int_equal(value(COMPUTE("bfe.s32 %r4, %r3, 4, 4;"), 0x80), 0xfffffff8);
    assert_int_equal(value(COMPUTE("bfi.b32 %r4, %r3, 0, 8, 4;"), 0xff), 0xf00);
    assert_int_equal(value(COMPUTE("prmt.b32 %r4, %r3, 0, 0x0123;"), 0x01020304), 0x04030201);
    assert_int_equal(value(COMPUTE("lop3.b32 %r4, %r3, 12, 10, 0xe8;"), 6), 14);
    assert_int_equal(value(COMPUTE("dp4a.s32.s32 %r4, %r3, 0x01010101, 1;"), 0xff020304), 9);
    assert_int_equal(
        value(COMPUTE("mov.b32 {%h1, %h2}, %r3; mov.b32 %r4, {%h2, %h1};"), 0x12345678),
        0x56781234);
    assert_int_equal(value(COMPUTE("cvt.s64.s32 %rd6, %r3; shr.u64 %rd6, %rd6, 32;"
                                   "cvt.u32.u64 %r4, %rd6;"),
                           0x80000000),
                     0xffffffff);
    assert_int_equal(value(COMPUTE("cvt.s8.s32 %h1, %r3; cvt.s32.s16 %r4, %h1;"), 0x1ff),
                     0xffffffff);
    assert_int_equal(value(COMPUTE("cvt.sat.u8.s32 %r4, %r3;"), 300), 255);
}

static void test_floats(void **state)
{
    (void)state;
    assert_int_equal(value(COMPUTE_F("add.f32 %f2, %f1, 0f3F800000;"), 0x40000000), 0x40400000);
    /* NaN is always the same one */
    assert_int_equal(value(COMPUTE_F("sub.f32 %f2, %f1, %f1;"), 0x7f800000), 0x7fffffff);
    assert_int_equal(value(COMPUTE_F("mul.ftz.f32 %f2, %f1, 0f3F800000;"), 0x00000001), 0);
    assert_int_equal(value(COMPUTE_F("fma.rn.f32 %f2, %f1, %f1, 0fBF800000;"), 0x3f800002),
                     0x35000001);
    assert_int_equal(value(COMPUTE_F("fma.rm.f32 %f2, %f1, 0f3F800000, 0f30000000;"), 0x3f800000),
                     0x3f800000);
    assert_int_equal(value(COMPUTE_F("fma.rp.f32 %f2, %f1, 0f3F800000, 0f30000000;"), 0x3f800000),
                     0x3f800001);
    assert_int_equal(value(COMPUTE_F("min.f32 %f2, %f1, 0f3F800000;"), 0x7fc00000), 0x3f800000);
    assert_int_equal(value(COMPUTE_F("ex2.approx.f32 %f2, %f1;"), 0x40400000), 0x41000000);
    assert_int_equal(value(COMPUTE_F("cvt.rn.f16.f32 %h1, %f1; cvt.f32.f16 %f2, %h1;"), 0x3f801000),
                     0x3f800000); /* a tie, to even */
    assert_int_equal(
        value(COMPUTE_F("cvt.rzi.s32.f32 %r4, %f1; cvt.rn.f32.s32 %f2, %r4;"), 0xc0200000),
        0xc0000000);
    assert_int_equal(value(COMPUTE_F("cvt.rni.f32.f32 %f2, %f1;"), 0x40200000), 0x40000000);
    assert_int_equal(value(COMPUTE("fma.rn.f16x2 %r4, %r3, %r3, %r3;"), 0x40003c00), 0x46004000);
}

static void test_divergence(void **state)
{
    struct run r = {0};

    (void)state;
    /* odd lanes go round a loop tid times, then all meet in a shuffle */
    launch(&r,
           KERNEL("", "mov.u32 %r3, 0; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0;\n"
                      "@%p1 bra DONE;\n"
                      "LOOP: add.u32 %r3, %r3, 2; setp.lt.u32 %p2, %r3, %r1; @%p2 bra LOOP;\n"
                      "DONE: shfl.sync.bfly.b32 %r5|%p3, %r3, 1, 31, -1;\n"
                      "st.global.u32 [%rd4], %r5;\n"),
           32, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[4], 6);
    assert_int_equal(r.out[5], 0);
    kp_arena_free(r.arena);
}

static void test_calls(void **state)
{
    struct run r = {0};

    (void)state;
    launch(&r,
           HEAD ".func (.param .b32 ret) twice(.param .b32 x) { .reg .b32 %a<3>;\n"
                "ld.param.u32 %a1, [x]; add.u32 %a2, %a1, %a1; st.param.b32 [ret+0], %a2; ret; }\n"
                ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
                ".reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
                "add.s64 %rd4, %rd1, %rd3;\n"
                "{ .param .b32 p0; st.param.b32 [p0+0], %r1; .param .b32 r0;\n"
                "call.uni (r0), twice, (p0); ld.param.b32 %r2, [r0+0]; }\n"
                "st.global.u32 [%rd4], %r2; ret; }\n",
           32, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[21], 42);
    kp_arena_free(r.arena);
}

static void test_refusals(void **state)
{
    (void)state;
    refuses(COMPUTE("frobnicate.u32 %r4, %r3;"), "unknown instruction");
    refuses(COMPUTE("add.f16x3 %r4, %r3, %r3;"), "unknown instruction");
    refuses(COMPUTE("ld.global.xyz.u32 %r4, [%rd5];"), "unsupported type .xyz");
    refuses(COMPUTE("cp.async.ca.shared.global [%r2], [%rd5], 5;"), "copies of 5 bytes");
    refuses(COMPUTE("mov.u32 %r4, %nosuch;"), "unknown special register");
    refuses(COMPUTE("bra NOWHERE;"), "unknown label");
    refuses(HEAD ".visible .entry k(.param .u64 a) { ret }", "PTX line");
    refuses(HEAD ".visible .entry k(.param .u64 a) { ret; }", "1 parameters, the launch 2");
}

#define TILE ".shared .align 4 .b8 tile[256];\n"
#define STORE "mov.u32 %r6, tile; add.u32 %r7, %r6, %r2; st.shared.u32 [%r7], %r1;\n"
#define NEXT "xor.b32 %r8, %r2, 128; add.u32 %r9, %r6, %r8;\n"

static void test_races(void **state)
{
    struct run r = {0};

    (void)state;
    expect_alarm(KERNEL(TILE, STORE NEXT "ld.shared.u32 %r4, [%r9]; st.global.u32 [%rd4], %r4;\n"),
                 KP_ALARM_RACE);
    /* write after read */
    expect_alarm(KERNEL(TILE, STORE NEXT "bar.sync 0; ld.shared.u32 %r4, [%r9];\n"
                                         "st.shared.u32 [%r7], %r4;\n"),
                 KP_ALARM_RACE);
    expect_alarm(KERNEL(TILE, "mov.u32 %r6, tile; st.shared.u32 [%r6], %r1;\n"), KP_ALARM_RACE);
    /* neighbours in a warp need __syncwarp() */
    expect_alarm(KERNEL(TILE, STORE "xor.b32 %r8, %r2, 4; add.u32 %r9, %r6, %r8;\n"
                                    "ld.shared.u32 %r4, [%r9];\n"),
                 KP_ALARM_RACE);
    launch(&r,
           KERNEL(TILE, STORE "xor.b32 %r8, %r2, 4; add.u32 %r9, %r6, %r8; bar.warp.sync -1;\n"
                              "ld.shared.u32 %r4, [%r9]; st.global.u32 [%rd4], %r4;\n"),
           64, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[6], 7);
    kp_arena_free(r.arena);
    launch(&r,
           KERNEL(TILE, STORE NEXT "bar.sync 0; ld.shared.u32 %r4, [%r9]; bar.sync 0;\n"
                                   "st.shared.u32 [%r7], %r4; st.global.u32 [%rd4], %r4;\n"),
           64, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[6], 38);
    kp_arena_free(r.arena);
}

static void test_equal_values(void **state)
{
    struct run r = {0};

    (void)state;
    launch(&r, KERNEL(TILE, "mov.u32 %r6, tile; mov.u32 %r3, 5; st.shared.u32 [%r6], %r3;\n"), 64,
           1, &defaults);
    assert_true(r.report.ok);
    assert_true(has(&r, KP_ALARM_SAME_VALUE));
    kp_arena_free(r.arena);
}

/* The lanes that have read one place are noted as one of them: it is not the writer alone. */
static void test_race_within_a_warp(void **state)
{
    struct run r = {0};

    (void)state;
    launch(&r,
           KERNEL(TILE, "mov.u32 %r6, tile; setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [%r6], 5;\n"
                        "bar.sync 0; ld.shared.u32 %r4, [%r6];\n"
                        "@%p1 st.shared.u32 [%r6], 7; st.global.u32 [%rd4], %r4;\n"),
           32, 1, &defaults);
    assert_false(r.report.ok);
    assert_int_equal(r.report.n_alarms, 1);
    assert_true(r.report.alarms[0].place[0].others);
    assert_non_null(
        strstr(r.report.alarms[0].text, "thread (0,0,0) and others of its warp; write"));
    kp_arena_free(r.arena);
    launch(&r,
           KERNEL(TILE, "mov.u32 %r6, tile; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 9;\n"
                        "@%p1 st.shared.u32 [%r6], 5; bar.sync 0; @%p1 ld.shared.u32 %r4, [%r6];\n"
                        "@%p2 st.shared.u32 [%r6], 7; @%p1 st.global.u32 [%rd4], %r4;\n"),
           32, 1, &defaults);
    assert_int_equal(r.report.n_alarms, 1);
    assert_false(r.report.alarms[0].place[0].others);
    assert_non_null(strstr(r.report.alarms[0].text, "thread (0,0,0); write"));
    kp_arena_free(r.arena);
}

#define COPY                                                                                       \
    "mov.u32 %r6, tile; add.u32 %r7, %r6, %r2;\n"                                                  \
    "cp.async.ca.shared.global [%r7], [%rd5], 4;\n"
#define USE "ld.shared.u32 %r4, [%r7]; st.global.u32 [%rd4], %r4;\n"

static void test_async(void **state)
{
    struct run r = {0};

    (void)state;
    expect_alarm(KERNEL(TILE, COPY "cp.async.commit_group;\n" USE), KP_ALARM_ASYNC_READ);
    expect_alarm(KERNEL(TILE, COPY "cp.async.wait_group 0;\n" USE), KP_ALARM_ASYNC_READ);
    expect_alarm(KERNEL(TILE, COPY "cp.async.commit_group; cp.async.wait_group 1;\n" USE),
                 KP_ALARM_ASYNC_READ);
    expect_alarm(KERNEL(TILE, COPY "cp.async.commit_group;\n"), KP_ALARM_PENDING);
    expect_alarm(KERNEL(TILE, COPY "st.shared.u32 [%r7], %r1; cp.async.wait_all;\n"),
                 KP_ALARM_ASYNC_WRITE);
    /* the wait is only the thread's own: others need a barrier behind it */
    expect_alarm(KERNEL(TILE, COPY "cp.async.wait_all;\n" NEXT "ld.shared.u32 %r4, [%r9];\n"),
                 KP_ALARM_RACE);
    expect_alarm(
        KERNEL(TILE, COPY "bar.sync 0; cp.async.wait_all;\n" NEXT "ld.shared.u32 %r4, [%r9];\n"),
        KP_ALARM_RACE);
    for (unsigned k = 0; k < 128; k++)
        r.in[k] = 1000 + k;
    launch(&r,
           KERNEL(TILE, COPY "cp.async.commit_group; cp.async.commit_group;\n"
                             "cp.async.wait_group 1;\n" USE),
           64, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[63], 1063);
    kp_arena_free(r.arena);
}

/* All threads copy to one element, each what stands at its own, which is the same or not. */
static void test_equal_copies(void **state)
{
    static const char text[] = KERNEL(TILE, "mov.u32 %r6, tile;\n"
                                            "cp.async.ca.shared.global [%r6], [%rd5], 4;\n"
                                            "cp.async.wait_all;\n");
    static const enum kp_simt_landing landings[] = {KP_LAND_LATE, KP_LAND_EAGER};

    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        struct kp_simt_options o = defaults;
        struct run r = {0};
        bool equal = k & 1;
        o.landing = landings[k / 2];
        r.in[40] = equal ? 0 : 7; /* in the other warp */
        launch(&r, text, 64, 1, &o);
        assert_int_equal(r.report.ok, equal);
        assert_true(has(&r, equal                       ? KP_ALARM_SAME_VALUE
                            : o.landing == KP_LAND_LATE ? KP_ALARM_ASYNC_WRITE
                                                        : KP_ALARM_RACE));
        kp_arena_free(r.arena);
    }
}

static void test_zero_fill(void **state)
{
    struct run r = {0};

    (void)state;
    memset(r.in, 0xab, sizeof r.in);
    launch(&r,
           KERNEL(TILE,
                  "mov.u32 %r6, tile; add.u32 %r7, %r6, %r2; and.b32 %r3, %r1, 1;\n"
                  "shl.b32 %r3, %r3, 2;\n"
                  "cp.async.ca.shared.global [%r7], [%rd5], 4, %r3; cp.async.wait_all;\n" USE),
           64, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[6], 0);
    assert_int_equal(r.out[7], 0xabababab);
    kp_arena_free(r.arena);
}

static void test_memory(void **state)
{
    (void)state;
    expect_alarm(KERNEL(TILE, "mov.u32 %r6, tile; ld.shared.u32 %r4, [%r6];\n"),
                 KP_ALARM_UNINIT_SHARED);
    expect_alarm(KERNEL("", "ld.global.u32 %r4, [%rd5+512];\n"), KP_ALARM_BOUNDS);
    expect_alarm(KERNEL("", "ld.global.u32 %r4, [%rd2+2];\n"), KP_ALARM_ALIGN);
    expect_alarm(KERNEL(".local .align 8 .b8 own[16];", "st.local.u32 [own+16], %r1;\n"),
                 KP_ALARM_BOUNDS);
    expect_alarm(KERNEL(".local .align 8 .b8 own[16];", "st.local.u32 [own+-4], %r1;\n"),
                 KP_ALARM_BOUNDS);
    expect_alarm(KERNEL("", "st.global.u32 [%rd5], %r1;\n"), KP_ALARM_CONST_WRITE);
    expect_alarm(KERNEL("", "ld.global.u32 %r4, [%rd4];\n"), KP_ALARM_UNINIT_GLOBAL);
    expect_alarm(KERNEL(TILE, "mov.u32 %r6, tile; st.shared.u32 [%r6+256], %r1;\n"),
                 KP_ALARM_BOUNDS);
    /* four-byte aligned arrays are not sixteen-byte aligned by luck */
    expect_alarm(KERNEL(TILE, "mov.u32 %r6, tile; ld.shared.v4.u32 {%r3,%r4,%r5,%r7}, [%r6];\n"),
                 KP_ALARM_ALIGN);
    expect_alarm(KERNEL("", "trap;\n"), KP_ALARM_TRAP);
}

static void test_blocks(void **state)
{
    struct run r = {0};
    struct kp_simt_options two = {.jobs = 2};

    (void)state;
    launch(&r, KERNEL("", "mov.u32 %r3, %ctaid.x; st.global.u32 [%rd4], %r3;\n"), 32, 4, &two);
    assert_null(r.error);
    assert_true(has(&r, KP_ALARM_BLOCK_CONFLICT));
    kp_arena_free(r.arena);
    launch(&r,
           KERNEL("", "mov.u32 %r3, %ctaid.x; mul.wide.u32 %rd6, %r3, 128;\n"
                      "add.s64 %rd4, %rd4, %rd6; st.global.u32 [%rd4], %r3;\n"),
           32, 4, &two);
    expect_clean(&r);
    assert_int_equal(r.out[127], 3);
    kp_arena_free(r.arena);
}

static void test_barriers(void **state)
{
    struct kp_simt_options short_time = {.seconds = 1};
    struct run r = {0};

    (void)state;
    expect_alarm(KERNEL("", "setp.lt.u32 %p1, %r1, 32; @%p1 bra A; bar.sync 1, 128;\n A:\n"),
                 KP_ALARM_DEADLOCK);
    expect_alarm(KERNEL("", "setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bar.sync 0; bra B;\n"
                            "A: bar.sync 0;\n B:\n"),
                 KP_ALARM_DIVERGENT);
    launch(&r, KERNEL("", "A: bra A;\n"), 32, 1, &short_time);
    assert_non_null(r.error);
    assert_non_null(strstr(r.error, "time limit"));
    kp_arena_free(r.arena);
    /* producer and consumer: named barriers order the two halves of the block */
    launch(&r,
           KERNEL(TILE, "mov.u32 %r6, tile; setp.ge.u32 %p1, %r1, 32; @%p1 bra CONSUME;\n"
                        "add.u32 %r7, %r6, %r2; st.shared.u32 [%r7], %r1;\n"
                        "bar.arrive 1, 64; bra DONE;\n"
                        "CONSUME: bar.sync 1, 64; add.u32 %r7, %r6, %r2; add.u32 %r7, %r7, -128;\n"
                        "ld.shared.u32 %r4, [%r7]; st.global.u32 [%rd4], %r4;\nDONE:\n"),
           64, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[40], 8);
    kp_arena_free(r.arena);
}

static void test_lines(void **state)
{
    struct run r = {0};
    const char *ptx = KERNEL(
        TILE,
        ".loc 1 41 3\n" STORE ".loc 2 7 1, function_name $L__x, inlined_at 1 57 5\n" NEXT
        "ld.shared.u32 %r4, [%r9];\n") ".file 1 \"/storage/me/kernel.cu\"\n.file 2 "
                                       "\"/usr/local/cuda/targets/x86_64-linux/include/h.hpp\"\n";

    (void)state;
    launch(&r, ptx, 64, 1, &defaults);
    assert_true(r.report.n_alarms >= 2); /* the first warp reads what nobody has written yet */
    assert_int_equal(r.report.alarms[0].kind, KP_ALARM_UNINIT_SHARED);
    assert_int_equal(r.report.alarms[1].kind, KP_ALARM_RACE);
    assert_int_equal(r.report.alarms[1].place[0].line, 57);
    assert_int_equal(r.report.alarms[1].place[1].line, 41);
    assert_string_equal(r.report.alarms[1].object, "tile");
    kp_arena_free(r.arena);
}

#define HEADERS                                                                                    \
    ".file 1 \"/storage/me/kernel.cu\"\n"                                                          \
    ".file 2 \"/usr/local/cuda/targets/x86_64-linux/include/h.hpp\"\n"                             \
    ".file 3 \"/usr/local/cuda/targets/x86_64-linux/include/i.hpp\"\n"

/* A header's function is called from two lines; the second time nvcc does not say all of the way.
 */
static void test_inlined_twice(void **state)
{
    struct run r = {0};
    const char *ptx = KERNEL(
        "", ".loc 1 51 9\n.loc 2 7 1, function_name $L__x, inlined_at 1 51 9\n mov.u32 %r3, 0;\n"
            ".loc 1 55 9\n.loc 2 7 1, function_name $L__x, inlined_at 1 55 9\n mov.u32 %r3, 0;\n"
            ".loc 1 51 9\n.loc 3 1 1, function_name $L__y, inlined_at 2 7 1\n"
            "st.global.u32 [%rd5], %r3;\n"
            ".loc 1 55 9\n.loc 3 1 1, function_name $L__y, inlined_at 2 7 1\n"
            "st.global.u32 [%rd5], %r3;\n") HEADERS;

    (void)state;
    launch(&r, ptx, 1, 1, &defaults);
    assert_int_equal(r.report.n_alarms, 2);
    assert_int_equal(r.report.alarms[0].place[0].line, 51);
    assert_int_equal(r.report.alarms[1].place[0].line, 55);
    kp_arena_free(r.arena);
}

/* Line 12 is arithmetic that nobody needs, line 13 a store that nobody makes, though its address is
 * computed in front of the branch; line 15 belongs to a copy of line 16 that never runs. */
static void test_never_run(void **state)
{
    struct run r = {0};
    struct kp_arena *a = kp_arena_new();
    struct kp_simt_coverage coverage = {0};
    struct kp_simt_options options = {.coverage = &coverage, .coverage_arena = a};
    struct kp_simt_lines *lines;
    const char *ptx = KERNEL(
        "", ".loc 1 13 1\nadd.u64 %rd6, %rd4, 0;\n"
            ".loc 1 11 1\nsetp.lt.u32 %p1, %r1, 64; @%p1 bra HOT;\n"
            ".loc 1 12 1\nadd.u32 %r3, %r1, 1;\n.loc 1 13 1\nst.global.u32 [%rd6], %r3;\n"
            "HOT:\n.loc 1 14 1\nsetp.lt.u32 %p2, %r1, 64; @%p2 bra OTHER;\n"
            ".loc 1 15 1\nadd.u32 %r4, %r1, 2;\n.loc 1 16 1\nst.global.u32 [%rd4], %r4; bra END;\n"
            "OTHER:\n.loc 1 16 1\nst.global.u32 [%rd4], %r2;\nEND:\n") HEADERS;

    (void)state;
    launch(&r, ptx, 64, 1, &options);
    expect_clean(&r);
    assert_int_equal(kp_simt_never_run(a, &coverage, &lines), 1);
    assert_int_equal(lines[0].first, 12);
    assert_int_equal(lines[0].last, 13);
    assert_string_equal(lines[0].file, "/storage/me/kernel.cu");
    kp_arena_free(r.arena);
    launch(&r, ptx, 96, 1, &options);
    expect_clean(&r);
    assert_int_equal(kp_simt_never_run(a, &coverage, &lines), 0);
    kp_arena_free(r.arena);
    kp_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_race_within_a_warp),
        cmocka_unit_test(test_equal_values),
        cmocka_unit_test(test_async),
        cmocka_unit_test(test_equal_copies),
        cmocka_unit_test(test_zero_fill),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_inlined_twice),
        cmocka_unit_test(test_never_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
