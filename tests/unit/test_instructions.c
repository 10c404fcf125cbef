/* Instructions beyond plain arithmetic: small formats, calls through pointers, vectors of atomics,
 * and what is refused by name. */
#include "simt_run.h"

static uint32_t bits(float f)
{
    uint32_t u;

    memcpy(&u, &f, sizeof u);
    return u;
}

#define EIGHTH(type) "cvt.rn.satfinite." type ".f32 %h1, 0f00000000, %f1; cvt.u32.u16 %r4, %h1;\n"
#define STORED(text) KERNEL("", "ld.global.f32 %f1, [%rd5];\n" text "st.global.u32 [%rd4], %r4;\n")

static void test_eighths(void **state)
{
    (void)state;
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(1.0f)), 0x38);
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(-1e9f)), 0xfe);
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), 0x7fc00000), 0x7f);
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(0x1p-9f)), 1);
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(0x1p-10f)), 0); /* a tie, to even */
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(17.0f)), 0x58); /* a tie: 16 */
    assert_int_equal(value(STORED(EIGHTH("e4m3x2")), bits(19.0f)), 0x5a); /* a tie: 20 */
    assert_int_equal(value(STORED(EIGHTH("e5m2x2")), bits(1e9f)), 0x7b);
    assert_int_equal(value(STORED(EIGHTH("e5m2x2")), bits(-0.0f)), 0x80);
    assert_int_equal(
        value(STORED("mov.b32 {%h1, %h2}, %f1; cvt.rn.f16x2.e4m3x2 %r4, %h1;\n"), 0x7e38),
        0x5f003c00); /* 448, 1 */
    assert_int_equal(
        value(STORED("mov.b32 {%h1, %h2}, %f1; cvt.rn.f16x2.e5m2x2 %r4, %h1;\n"), 0xc03c),
        0xc0003c00);
    assert_int_equal(value(STORED("cvt.rn.tf32.f32 %r4, %f1;\n"), 0x3f801000), 0x3f800000);
    assert_int_equal(value(STORED("cvt.rn.tf32.f32 %r4, %f1;\n"), 0xffc12345), 0x7fffe000);
    assert_int_equal(value(STORED("cvt.rna.tf32.f32 %r4, %f1;\n"), 0x3f801000), 0x3f802000);
    assert_int_equal(
        value(STORED("cvt.rn.satfinite.f16.f32 %h1, %f1; cvt.u32.u16 %r4, %h1;\n"), bits(1e9f)),
        0x7bff);
    refuses(STORED("cvt.rn.e4m3x2.f32 %h1, %f1, %f1;\n"), "unsupported conversion");
    refuses(STORED("cvt.rn.satfinite.e2m1x2.f32 %h1, %f1, %f1;\n"), "unsupported");
}

#define COMPUTE_D(text)                                                                            \
    COMPUTE("cvt.rn.f64.u32 %fd1, %r3; mov.f64 %fd2, 0d3CA0000000000000;\n" text                   \
            "mov.b64 %rd6, %fd3; cvt.u32.u64 %r4, %rd6;\n")

static void test_directed_doubles(void **state)
{
    (void)state;
    assert_int_equal(value(COMPUTE_D("add.rn.f64 %fd3, %fd1, %fd2;"), 1), 0);
    assert_int_equal(value(COMPUTE_D("add.rp.f64 %fd3, %fd1, %fd2;"), 1), 1);
    assert_int_equal(value(COMPUTE_D("sub.rz.f64 %fd3, %fd1, %fd2;"), 1), 0xffffffff);
    assert_int_equal(value(COMPUTE_D("fma.rm.f64 %fd3, %fd1, %fd1, %fd2;"), 1), 0);
    assert_int_equal(value(COMPUTE_D("fma.rp.f64 %fd3, %fd1, %fd1, %fd2;"), 1), 1);
    assert_int_equal(value(COMPUTE_D("div.rp.f64 %fd3, %fd1, 0d4008000000000000;"), 1), 0x55555556);
    assert_int_equal(value(COMPUTE_D("div.rz.f64 %fd3, %fd1, 0d4008000000000000;"), 1), 0x55555555);
    assert_int_equal(value(COMPUTE_D("sqrt.rp.f64 %fd3, %fd1;"), 4), 0);
}

static void test_bytes(void **state)
{
    (void)state;
    assert_int_equal(value(COMPUTE("vabsdiff4.u32.u32.u32 %r4, %r3, 0x01020304, %r3;"), 0x05050505),
                     0x04030201);
    assert_int_equal(value(COMPUTE("vabsdiff4.u32.u32.u32.add %r4, %r3, 0x01020304, %r3;"), 5),
                     5 + 1 + 2 + 3 + 1);
    assert_int_equal(value(COMPUTE("fns.b32 %r4, %r3, 0, 2;"), 0xf0), 5);
    assert_int_equal(value(COMPUTE("fns.b32 %r4, %r3, 31, -1;"), 0xf0), 7);
    assert_int_equal(value(COMPUTE("max.s32.relu %r4, %r3, -7;"), (uint32_t)-3), 0);
}

/* Two functions and a pointer to one of them. */
#define POINTER(text)                                                                              \
    HEAD ".func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %a<3>;\n"                         \
         "ld.param.u32 %a1, [x]; add.u32 %a2, %a1, %a1; st.param.b32 [r+0], %a2; ret; }\n"         \
         ".func (.param .b32 r) same(.param .b32 x) { .reg .b32 %a<3>;\n"                          \
         "ld.param.u32 %a1, [x]; st.param.b32 [r+0], %a1; ret; }\n"                                \
         ".global .align 8 .u64 table[2] = {twice, same};\n"                                       \
         ".visible .entry k(.param .u64 out, .param .u64 in) {\n"                                  \
         ".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"                                  \
         "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"             \
         "add.s64 %rd4, %rd1, %rd3; and.b32 %r3, %r1, 1; mul.wide.u32 %rd5, %r3, 8;\n"             \
         "mov.u64 %rd6, table; add.s64 %rd6, %rd6, %rd5; ld.global.u64 %rd7, [%rd6];\n"            \
         "mov.u32 %r2, 7; setp.lt.u32 %p1, %r1, 16;\n"                                             \
         "{ .param .b32 p0; st.param.b32 [p0+0], %r1; .param .b32 r0;\n"                           \
         "proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n" text                        \
         "ld.param.b32 %r2, [r0+0]; }\n"                                                           \
         "st.global.u32 [%rd4], %r2; ret; }\n"

static void test_pointers(void **state)
{
    struct run r = {0};

    (void)state;
    launch(&r, POINTER("call (r0), %rd7, (p0), proto;\n"), 32, 1, &defaults);
    expect_clean(&r);
    assert_int_equal(r.out[20], 40);
    assert_int_equal(r.out[21], 21);
    kp_arena_free(r.arena);
    expect_alarm(POINTER("add.u64 %rd7, %rd7, 8; call (r0), %rd7, (p0), proto;\n"), KP_ALARM_TRAP);
}

/* What assembly that is inlined twice looks like: names are those of the nearest braces. */
#define BRANCH(first, second)                                                                      \
    "{ ts: .branchtargets L0, L1; brx.idx %r3, ts;\n"                                              \
    "L0: add.u32 %r4, %r4, " first "; bra D; L1: add.u32 %r4, %r4, " second "; D: }\n"
#define CALL(type, move)                                                                           \
    "{ .param " type " p0; " move " .param .b32 r0;\n"                                             \
    "proto : .callprototype (.param .b32 _) _ (.param " type " _);\n"                              \
    "call (r0), %rd7, (p0), proto; ld.param.b32 %r5, [r0+0]; add.u32 %r4, %r4, %r5; }\n"

static void test_scopes(void **state)
{
    (void)state;
    assert_int_equal(value(COMPUTE("mov.u32 %r4, 0;" BRANCH("1", "2") BRANCH("10", "20")), 0), 11);
    assert_int_equal(value(COMPUTE("mov.u32 %r4, 0;" BRANCH("1", "2") BRANCH("10", "20")), 1), 22);
    assert_int_equal(
        value(
            HEAD
            ".func (.param .b32 r) low(.param .b64 x) { .reg .b32 %a<3>;\n"
            "ld.param.u32 %a1, [x]; st.param.b32 [r+0], %a1; ret; }\n"
            ".func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %a<3>;\n"
            "ld.param.u32 %a1, [x]; add.u32 %a2, %a1, %a1; st.param.b32 [r+0], %a2; ret; }\n"
            ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
            ".reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
            "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
            "add.s64 %rd4, %rd1, %rd3; mov.u32 %r4, 0; mov.u32 %r3, 8; mov.u64 %rd5, 5;\n"
            "mov.u64 %rd7, low;\n" CALL(
                ".b64",
                "st.param.b64 [p0+0], %rd5;") "mov.u64 %rd7, twice;\n" CALL(".b32",
                                                                            "st.param.b32 [p0+0], "
                                                                            "%r3;") "st.global.u32 "
                                                                                    "[%rd4], %r4; "
                                                                                    "ret; }\n",
            0),
        21);
}

static void test_recursion(void **state)
{
    (void)state;
    refuses(HEAD ".func f() { call.uni f, (); ret; }\n"
                 ".visible .entry k(.param .u64 out, .param .u64 in) { call.uni f; ret; }\n",
            "f calls itself");
}

static void test_vector_atomics(void **state)
{
    struct run r = {0};
    float two = 2, out;

    (void)state;
    launch(&r,
           KERNEL("", "setp.eq.u32 %p1, %r1, 0; mov.f32 %f1, 0f3F800000;\n"
                      "@%p1 st.global.v4.f32 [%rd1], {%f1, %f1, %f1, %f1}; bar.sync 0;\n"
                      "red.global.add.v2.f32 [%rd1+8], {%f1, %f1};\n"),
           64, 1, &defaults);
    expect_clean(&r);
    memcpy(&out, &r.out[3], sizeof out);
    assert_true(out == 65);
    memcpy(&out, &r.out[1], sizeof out);
    assert_true(out == two / 2);
    kp_arena_free(r.arena);
    expect_alarm(
        KERNEL("", "mov.f32 %f1, 0f3F800000; red.global.add.v2.f32 [%rd1+4], {%f1, %f1};\n"),
        KP_ALARM_ALIGN);
}

static void test_refused(void **state)
{
    (void)state;
    refuses(KERNEL("", "wgmma.fence.sync.aligned;\n"), "wgmma");
    refuses(KERNEL("", "setmaxnreg.inc.sync.aligned.u32 40;\n"), "warpgroups");
    refuses(KERNEL("", "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 %r1;\n"), "sparse");
    refuses(KERNEL("", "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%f1,%f2,%f3,%f4}, "
                       "{%r1,%r2,%r3,%r4}, {%r1,%r2}, {%f1,%f2,%f3,%f4};\n"),
            "unsupported combination of types");
    refuses(KERNEL("", "fence.gpux;\n"), "unsupported scope");
    refuses(KERNEL("", "membar.cta.xyz;\n"), "unsupported modifier");
    refuses(KERNEL("", "atom.global.add.f32x2 %r3, [%rd4], %r3;\n"), "unsupported type");
    refuses(KERNEL("", "red.global.min.f32 [%rd4], %f1;\n"), "unsupported operation");
    refuses(
        HEAD
        ".visible .entry k(.param .u64 out, .param .u64 in) .reqnctapercluster 2, 1, 1 { ret; }\n",
        "clusters of several blocks");
    /* behind a branch that is not taken it does no harm */
    assert_int_equal(
        value(COMPUTE("mov.u32 %r4, 5; bra OVER; wgmma.fence.sync.aligned; OVER:\n"), 1), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eighths),        cmocka_unit_test(test_directed_doubles),
        cmocka_unit_test(test_bytes),          cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_scopes),         cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_vector_atomics), cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
