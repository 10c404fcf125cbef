/* The rule files that are built in, and how they are read. */
#define _GNU_SOURCE
#include "rule/ini.h"
#include "rule/ptx.h"
#include "rule/rule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct kp_arena *arena;
static struct kp_rules *rules;

static int set_up(void **state)
{
    const char *error;

    (void)state;
    arena = kp_arena_new();
    rules = kp_rules_load(arena, NULL, &error);
    if (!rules)
        print_error("%s\n", error);
    return rules ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

static bool is_pure(const char *name)
{
    const struct kp_call_rule *r = kp_rule_call(rules, name);

    if (!r || r->control || r->object || r->rest || r->is_load)
        return false;
    for (int i = 0; i < KP_RULE_ARGS; i++)
        if (r->arg[i])
            return false;
    return true;
}

static unsigned control(const char *name)
{
    const struct kp_call_rule *r = kp_rule_call(rules, name);

    return r ? r->control : ~0u;
}

static void pure_functions(void **state)
{
    static const char *const names[] = {
        "expf",
        "sqrt",
        "std::sqrt",
        "cuda::std::exp",
        "__expf",
        "__powf",
        "fmaxf",
        "__fmaf_rn",
        "min",
        "max",
        "ceil",
        "rsqrtf",
        "fabs",
        "__popc",
        "__clzll",
        "__umulhi",
        "__dp4a",
        "__byte_perm",
        "__funnelshift_r",
        "__vabsdiffu4",
        "make_float4",
        "make_ulonglong4",
        "make_half2",
        "dim3::dim3",
        "float4::float4",
        "__half::__half",
        "__half2float",
        "__float2half",
        "__float2half_rn",
        "__floats2half2_rn",
        "__half22float2",
        "__float22half2_rn",
        "__hfma2",
        "__hadd",
        "__hmul",
        "__hgt",
        "__hmax2_nan",
        "__high2half",
        "__low2float",
        "__halves2half2",
        "__half2half2",
        "__bfloat1622float2",
        "__float22bfloat162_rn",
        "__bfloat162float",
        "__nv_cvt_e8m0_to_bf16raw",
        "__float_as_int",
        "__double_as_longlong",
        "__int2float_rn",
        "__uint2float_rd",
        "__float2int_rd",
        "cuCaddf",
        "cuConjf",
        "copysign",
        "hypotf",
        "ldexpf",
        "__fmul_rz",
        "__fdividef",
        "log1pf",
        "coshf",
        "operator+",
        "operator<<",
        "this_thread_block",
        "cooperative_groups::this_thread_block",
        "cooperative_groups::tiled_partition",
        "cooperative_groups::thread_block::thread_rank",
        "::thread_rank",
        "nvcuda::wmma::__float_to_tf32",
        "cuda::aligned_size_t<16>::aligned_size_t",
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!is_pure(names[i]))
            fail_msg("%s is not pure", names[i]);
}

static void unknown_functions(void **state)
{
    static const char *const names[] = {
        "frobnicate",   "my::exp", "Foo::min",   "expfoo",     "__half2float_mine",
        "Foo::Foo",     "",        "::",         "cudaMalloc", "a<b",
        "thread_block", "memcpy2", "operator[]", "operator->", "Foo::size",
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_rule_call(rules, names[i]))
            fail_msg("'%s' is known", names[i]);
    assert_null(kp_rule_call(rules, NULL));
}

static void barriers(void **state)
{
    const struct kp_call_rule *r = kp_rule_call(rules, "__syncthreads");

    (void)state;
    assert_true(r->is_barrier && r->zero_args_only && !r->is_partial_barrier);
    assert_int_equal(r->control, KP_CTL_BARRIER);
    r = kp_rule_call(rules, "cooperative_groups::thread_block::sync");
    assert_true(r->is_barrier);
    r = kp_rule_call(rules, "__syncthreads_count");
    assert_true(r->is_partial_barrier && !r->is_barrier);
    assert_int_equal(r->control, KP_CTL_BARRIER);
    r = kp_rule_call(rules, "cooperative_groups::sync");
    assert_true(r->is_like_method && !r->is_barrier);
    assert_int_equal(r->control, KP_CTL_UNKNOWN);
    assert_int_equal(control("cooperative_groups::thread_block_tile<32, void>::sync"), KP_CTL_WARP);
    assert_int_equal(control("cooperative_groups::grid_group::sync"), KP_CTL_ORDER | KP_CTL_BLOCKS);
    assert_int_equal(control("cooperative_groups::cluster_group::sync"),
                     KP_CTL_ORDER | KP_CTL_BLOCKS);
    r = kp_rule_call(rules, "cub::BlockReduce<float, 128>::Sum");
    assert_true(r->is_partial_barrier);
    assert_int_equal(r->object, KP_RMW);
    assert_null(kp_rule_call(rules, "cub::BlockReduce<float, 128>::BlockReduce"));
}

static void control_bits(void **state)
{
    (void)state;
    assert_int_equal(control("__threadfence"), KP_CTL_ORDER);
    assert_int_equal(control("__threadfence_block"), KP_CTL_ORDER);
    assert_int_equal(control("cudaGridDependencySynchronize"), KP_CTL_ORDER);
    assert_int_equal(control("cuda::atomic_ref<int, 2>::load"), KP_CTL_ORDER);
    assert_int_equal(control("cuda::barrier<1>::arrive_and_wait"), KP_CTL_ORDER);
    assert_int_equal(control("__ldcv"), KP_CTL_ORDER);
    assert_int_equal(control("__shfl_xor_sync"), KP_CTL_WARP);
    assert_int_equal(control("__ballot"), KP_CTL_WARP);
    assert_int_equal(control("__syncwarp"), KP_CTL_WARP);
    assert_int_equal(control("cooperative_groups::reduce"), KP_CTL_WARP);
    assert_int_equal(control("__pipeline_memcpy_async"), KP_CTL_ASYNC);
    assert_int_equal(control("cuda::memcpy_async"), KP_CTL_ASYNC);
    assert_int_equal(control("cuda::pipeline<2>::producer_commit"), KP_CTL_ASYNC);
    assert_int_equal(control("tex1Dfetch"), KP_CTL_TEXTURE);
    assert_int_equal(control("printf"), KP_CTL_IO);
    assert_int_equal(control("clock64"), KP_CTL_IO);
}

static void memory(void **state)
{
    const struct kp_call_rule *r = kp_rule_call(rules, "__ldg");

    (void)state;
    assert_true(r->is_load);
    assert_int_equal(r->arg[0], KP_READ);
    assert_int_equal(kp_rule_call(rules, "__stcs")->arg[0], KP_WRITE);
    assert_int_equal(kp_rule_call(rules, "atomicAdd")->arg[0], KP_ATOMIC);
    assert_int_equal(kp_rule_call(rules, "atomicCAS_block")->arg[0], KP_ATOMIC);
    assert_int_equal(kp_rule_call(rules, "__cvta_generic_to_shared")->address_of, 0);
    assert_int_equal(kp_rule_call(rules, "std::move")->address_of, 0);
    assert_int_equal(kp_rule_call(rules, "expf")->address_of, -1);
    r = kp_rule_call(rules, "nvcuda::wmma::load_matrix_sync");
    assert_int_equal(r->arg[0], KP_WRITE);
    assert_int_equal(r->arg[1], KP_READ);
    assert_int_equal(r->control, KP_CTL_WARP);
    assert_ptr_equal(r, kp_rule_call(rules, "wmma::load_matrix_sync"));
    assert_ptr_equal(r, kp_rule_call(rules, "load_matrix_sync"));
    r = kp_rule_call(rules, "nvcuda::wmma::mma_sync");
    assert_int_equal(r->arg[0], KP_WRITE);
    assert_int_equal(r->arg[3], KP_READ);
    r = kp_rule_call(rules, "sincosf");
    assert_int_equal(r->arg[0], 0);
    assert_int_equal(r->arg[1], KP_WRITE);
    assert_int_equal(kp_rule_call(rules, "curand_uniform")->arg[0], KP_RMW);
    assert_int_equal(kp_rule_call(rules, "std::max")->arg[1], KP_READ);
    assert_int_equal(kp_rule_call(rules, "operator+=")->arg[0], KP_RMW);
    r = kp_rule_call(rules, "__half::operator+=");
    assert_int_equal(r->arg[0], 0);
    assert_int_equal(r->object, KP_RMW);
    assert_int_equal(kp_rule_call(rules, "__half::operator float")->object, KP_READ);
    assert_null(kp_rule_call(rules, "Foo::operator+="));
}

/* ---- asm --------------------------------------------------------------------------------- */

static struct kp_asm_rule asm_rule(const char *text)
{
    struct kp_asm_rule r;

    if (!kp_rule_asm(rules, text, &r))
        fail_msg("not known: %s", text);
    return r;
}

static bool asm_known(const char *text)
{
    struct kp_asm_rule r;

    return kp_rule_asm(rules, text, &r);
}

static void asm_registers_only(void **state)
{
    static const char *const texts[] = {
        "lop3.b32 %0, %1, %2, %3, 0xca;\\n",
        "prmt.b32 %0, %1, %2, 0x5410;",
        "{ .reg .f16 a; cvt.rn.f16.f32 a, %1; mov.b32 %0, {a, a}; }",
        "fma.rn.f32 %0, %1, %2, %3; // done\n add.s32 %4, %4, 1;",
        "{\\n\\t.reg .pred p;\\n\\tsetp.ne.b32 p, %1, 0;\\n\\t@p mov.u32 %0, %2;\\n\\t}",
        "mov.u32 %0, %%laneid;",
        "/* nothing */",
        "{ .reg .b32 %%r<4>; mov.b32 %%r0, %1; add.s32 %0, %%r0, %%r3; }",
        "{ .reg .b32 r<4>, s; mov.b32 s, r3; mov.b32 %0, {s, _}; mov.u32 %0, WARP_SZ; }",
        "{ .reg .pred p; setp.eq.s32 p|_, %0, -1; @!p bra L_%=; mov.f32 %0, 0f3F800000; L_%=: }",
        "{ .reg .pred P; LOOP: add.u32 %0, %0, 1; setp.lt.u32 P, %0, 5; @P bra LOOP; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct kp_asm_rule r = asm_rule(texts[i]);

        if (r.control || r.read || r.write || r.reads_shared || r.writes_shared || r.reads_global ||
            r.writes_global)
            fail_msg("not pure: %s", texts[i]);
    }
}

static void asm_memory(void **state)
{
    struct kp_asm_rule r =
        asm_rule("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];");

    (void)state;
    assert_int_equal(r.read, 1u << 4);
    assert_int_equal(r.write, 0);
    assert_true(r.reads_shared && !r.reads_global && !r.writes_shared);
    assert_int_equal(r.control, KP_CTL_WARP);
    r = asm_rule("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};\n");
    assert_int_equal(r.control, KP_CTL_WARP);
    assert_int_equal(r.read | r.write, 0);
    r = asm_rule("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0,%1,%2,%3}, [%4 + 16];");
    assert_true(r.reads_global && !r.reads_shared);
    assert_int_equal(r.read, 1u << 4);
    r = asm_rule("{.reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.f32 %0, [%1]; }");
    assert_int_equal(r.read, 1u << 1);
    r = asm_rule("st.shared.v4.b32 [%0], {%1,%2,%3,%4};");
    assert_true(r.writes_shared && !r.reads_shared);
    assert_int_equal(r.write, 1u);
    r = asm_rule("{ .reg .u64 a; cvta.to.shared.u64 a, %1; ld.shared.f32 %0, [a]; }");
    assert_true(r.makes_address);
    assert_int_equal(r.read, ~0u);
    r = asm_rule("ld.f32 %0, [%1];");
    assert_true(r.reads_global && r.reads_shared);
    r = asm_rule("red.global.add.f32 [%0], %1;");
    assert_true(r.is_atomic && r.reads_global && r.writes_global);
    r = asm_rule("atom.shared.add.u32 %0, [%1], %2;");
    assert_true(r.is_atomic && r.reads_shared && !r.writes_global);
    r = asm_rule("red.relaxed.gpu.global.add.s32 [%0], %1;");
    assert_true(r.is_atomic && r.writes_global);
}

static void asm_order(void **state)
{
    (void)state;
    assert_int_equal(asm_rule("membar.gl;").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("fence.acq_rel.gpu;").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("ld.volatile.global.u32 %0, [%1];").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("ld.global.acquire.gpu.b32 %0, [%1];").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("red.release.gpu.global.add.s32 [%0], %1;").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("st.shared::cluster.u32 [%0], %1;").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("griddepcontrol.wait;").control, KP_CTL_ORDER);
    assert_int_equal(asm_rule("cp.async.cg.shared.global [%0], [%1], 16;").control, KP_CTL_ASYNC);
    assert_int_equal(asm_rule("cp.async.wait_all;").control, KP_CTL_ASYNC);
    assert_int_equal(asm_rule("wgmma.fence.sync.aligned;").control, KP_CTL_ASYNC);
    assert_int_equal(asm_rule("mov.u64 %0, %%globaltimer;").control, KP_CTL_IO);
    assert_int_equal(asm_rule("mov.u32 %0, %clock;").control, KP_CTL_IO);
    assert_int_equal(asm_rule("trap;").control, KP_CTL_IO);
}

static void asm_barriers(void **state)
{
    struct kp_asm_rule r = asm_rule("bar.sync 0;");

    (void)state;
    assert_true(r.is_barrier && !r.is_partial_barrier);
    assert_int_equal(r.control, KP_CTL_BARRIER);
    assert_true(asm_rule("barrier.sync 0;\\n").is_barrier);
    assert_true(asm_rule("bar.sync 1;").is_partial_barrier);
    assert_true(asm_rule("bar.sync 0, 64;").is_partial_barrier);
    assert_true(asm_rule("bar.sync %0;").is_partial_barrier);
    assert_true(asm_rule("@p bar.sync 0;").is_partial_barrier);
    assert_true(asm_rule("bar.arrive 0, 64;").is_partial_barrier);
    r = asm_rule("bar.sync 0; ld.shared.f32 %0, [%1];");
    assert_true(r.is_partial_barrier && !r.is_barrier && r.reads_shared);
}

static void asm_unknown(void **state)
{
    (void)state;
    assert_false(asm_known("frob.u32 %0, %1;"));
    assert_false(asm_known("add.s32 %0, %1, %2; call foo;"));
    assert_false(asm_known("mov.u32 %0, %%nosuchregister;"));
    assert_false(asm_known("mov.u32 %0, s;"));
    assert_false(asm_known("{ .reg .s32 r, ss; .reg .b32 t<4>; ld.shared.s32 r, [s + 4]; }"));
    assert_false(asm_known("ld.shared.f32 %0, [%1 + s];"));
    assert_false(asm_known("{ .reg .b32 t<4>; mov.b32 %0, t; }"));
    assert_false(asm_known("bra ELSEWHERE; HERE: nop;"));
    assert_false(asm_known("ret;"));
    assert_false(asm_known(".shared .b32 x;"));
    assert_false(asm_known("ld.local.u32 %0, [%1];"));
    assert_false(asm_known("adder.s32 %0, %1, %2;"));
    assert_false(asm_known("}{;;@"));
}

static void asm_labels(void **state)
{
    (void)state;
    assert_int_equal(asm_rule("L1: bra L1;").control, KP_CTL_ASM_LABEL);
    assert_int_equal(asm_rule(".reg .b32 t; mov.b32 t, %1; mov.b32 %0, t;").control,
                     KP_CTL_ASM_LABEL);
    assert_int_equal(asm_rule("L%=: bra L%=;").control, 0);
    assert_int_equal(asm_rule("{ .reg .b32 t; mov.b32 t, %1; }").control, 0);
}

/* ---- targets ----------------------------------------------------------------------------- */

static void targets(void **state)
{
    size_t n;
    const struct kp_target *t = kp_rule_target(rules, "sm_86");

    (void)state;
    kp_rule_targets(rules, &n);
    assert_int_equal(n, 8);
    assert_non_null(t);
    assert_int_equal(t->smem_per_sm, 100 * 1024);
    assert_int_equal(t->smem_per_block_optin, 99 * 1024);
    assert_int_equal(t->smem_reserved, 1024);
    assert_true(t->has_cp_async);
    assert_false(kp_rule_target(rules, "sm_75")->has_cp_async);
    assert_null(kp_rule_target(rules, "sm_61"));
}

/* ---- the user's own rules ----------------------------------------------------------------- */

static char folder[] = "/tmp/kpipe-test-rule-XXXXXX";

static struct kp_rules *with_file(const char *name, const char *text, const char **error)
{
    const char *path;
    struct kp_rules *r;
    FILE *f;

    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    assert_non_null(mkdtemp(folder));
    path = kp_sprintf(arena, "%s/%s", folder, name);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    r = kp_rules_load(arena, folder, error);
    unlink(path);
    rmdir(folder);
    return r;
}

static void own_rules(void **state)
{
    const char *error;
    struct kp_rules *r = with_file("calls.ini",
                                   "[mine]\n"
                                   "pure = my::exp /^fast_\\w+$/\n"
                                   "  and_one_more\n"
                                   "write(0) read(1) = copy_row\n"
                                   "unknown = expf\n"
                                   "pure = twice\n"
                                   "order = twice\n",
                                   &error);

    (void)state;
    assert_non_null(r);
    assert_non_null(kp_rule_call(r, "my::exp"));
    assert_non_null(kp_rule_call(r, "fast_sqrt"));
    assert_non_null(kp_rule_call(r, "and_one_more"));
    assert_int_equal(kp_rule_call(r, "copy_row")->arg[0], KP_WRITE);
    assert_null(kp_rule_call(r, "expf"));
    assert_non_null(kp_rule_call(r, "exp"));
    assert_int_equal(kp_rule_call(r, "twice")->control, KP_CTL_ORDER);
    r = with_file("targets.ini", "[sm_86]\nblocks_per_sm = 4\n", &error);
    assert_non_null(r);
    assert_int_equal(kp_rule_target(r, "sm_86")->blocks_per_sm, 4);
    assert_int_equal(kp_rule_target(r, "sm_86")->warps_per_sm, 48);
}

static void expect_error(const char *file, const char *text, const char *part)
{
    const char *error = NULL;

    assert_null(with_file(file, text, &error));
    assert_non_null(error);
    if (!strstr(error, part))
        fail_msg("'%s' does not hold '%s'", error, part);
}

static void wrong_rules(void **state)
{
    char text[400];
    const char *error = NULL;

    (void)state;
    expect_error("calls.ini", "pure = a\nfroh = b\n", "calls.ini:2: unknown effect 'froh'");
    expect_error("calls.ini", "read(9) = b\n", ":1: unknown effect 'read(9)'");
    expect_error("calls.ini", "read(0 = b\n", "lacks its )");
    expect_error("calls.ini", "pure = /(/\n", ":1: /(/:");
    expect_error("calls.ini", "pure = /a b/\n", "without blanks");
    expect_error("calls.ini", "pure\n", ":1: expected NAME = VALUE");
    expect_error("asm.ini", "read(moon) = b\n", "unknown effect");
    expect_error("targets.ini", "[sm_99]\nwarps_per_sm = 1\n", "[sm_99] lacks");
    expect_error("targets.ini", "[sm_86]\nwarps_per_sm = many\n", "expected a number");
    expect_error("targets.ini", "[sm_86]\nwheels = 4\n", "no such property");
    expect_error("targets.ini", "[sm_86]\ncp_async = perhaps\n", "yes or no");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    expect_error("calls.ini", text, ":1: the line is longer");
    assert_null(kp_rules_load(arena, "/nonexistent/folder", &error));
    assert_non_null(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pure_functions), cmocka_unit_test(unknown_functions),
        cmocka_unit_test(barriers),       cmocka_unit_test(control_bits),
        cmocka_unit_test(memory),         cmocka_unit_test(asm_registers_only),
        cmocka_unit_test(asm_memory),     cmocka_unit_test(asm_order),
        cmocka_unit_test(asm_barriers),   cmocka_unit_test(asm_unknown),
        cmocka_unit_test(asm_labels),     cmocka_unit_test(targets),
        cmocka_unit_test(own_rules),      cmocka_unit_test(wrong_rules),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
