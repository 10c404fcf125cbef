/* The steps of `kpipe analyze` on facts worked out by hand, most of them for GA104: 48 SMs, 1.77
 * GHz, 21.7 TFLOP/s FP32, 174 FP16 and 348 dense INT8 on tensor cores, 608 GB/s; 100 KB of shared
 * memory, 48 warps and 65536 registers per SM. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analyze/analyze.h"
#include "analyze/sections.h"
#include "page/page.h"

static struct kp_arena *arena;
static const struct kp_rules *rules;
static struct kp_analyzed ga104;

static int set_up(void **state)
{
    const char *error = NULL;

    (void)state;
    arena = kp_arena_new();
    rules = kp_rules_load(arena, NULL, &error);
    ga104 = (struct kp_analyzed){.path = "facts", .arch = "sm_86", .rules = rules};
    ga104.gpu = kp_rule_gpu(rules, "GA104");
    ga104.target = kp_rule_target(rules, "sm_86");
    return !ga104.gpu || !ga104.target;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

static void assert_near(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%g is not %g", got, want);
}

static struct kp_facts block(int threads, int registers, int64_t smem)
{
    return (struct kp_facts){.name = "k",
                             .symbol = "k",
                             .evidence = KP_BY_SASS,
                             .threads = threads,
                             .threads_by = KP_BY_CASE,
                             .registers = registers,
                             .smem_static = smem,
                             .tile_bytes = smem};
}

/* ---- roofline -------------------------------------------------------------------------------- */

static void balance_points(void **state)
{
    const struct kp_gpu *g = ga104.gpu;

    (void)state;
    assert_near(kp_gpu_balance(g, KP_PRECISION_FP32), 35.7, 0.05);
    assert_near(kp_gpu_balance(g, KP_PRECISION_FP16_TENSOR), 286, 0.5);
    assert_near(kp_gpu_balance(g, KP_PRECISION_INT8_TENSOR), 572, 0.5);
    assert_near(kp_gpu_balance(g, KP_PRECISION_INT8_TENSOR_SPARSE), 1145, 0.5);
    /* no figure of its own: the same as with half accumulated */
    assert_near(kp_gpu_balance(g, KP_PRECISION_FP16_TENSOR_F32), 286, 0.5);
    assert_true(kp_gpu_balance(g, KP_PRECISION_FP8_TENSOR) == 0);
}

/* What the table says of the clock and what it says of the peak agree. */
static void peaks_are_consistent(void **state)
{
    size_t n;
    const struct kp_gpu *all = kp_rule_gpus(rules, &n);

    (void)state;
    assert_true(n >= 6);
    for (size_t i = 0; i < n; i++) {
        const struct kp_gpu *g = &all[i];
        double lanes = g->peak[KP_PRECISION_FP32] * 1e6 / (g->sms * g->clock_mhz) / 2;

        /* 64 or 128 lanes of FP32 per SM; boost clocks of data sheets differ by up to a tenth */
        assert_true(fabs(lanes - 64) < 7 || fabs(lanes - 128) < 13);
        assert_non_null(kp_rule_target(rules, g->arch));
        if (g->peak[KP_PRECISION_INT8_TENSOR_SPARSE])
            assert_near(g->peak[KP_PRECISION_INT8_TENSOR_SPARSE] /
                            g->peak[KP_PRECISION_INT8_TENSOR],
                        2, 0.01);
    }
}

/* A main loop of 256 FFMA, 64 cycles of shared memory's port and so many instructions. */
static struct kp_facts product(unsigned instructions)
{
    struct kp_facts f = {.tile_bytes = -1};

    f.loop = (struct kp_loop_facts){
        .found = true, .tiles = 1, .math = 256, .instructions = instructions, .shared_cycles = 64};
    f.loop.operations[KP_PRECISION_FP32] = 256 * 64;
    return f;
}

static struct kp_roofline roofline(unsigned instructions, double flops, double bytes, double ms)
{
    struct kp_analyzed_launch point = {.flops = flops, .bytes = bytes, .ms = ms, .blocks = 1024};
    struct kp_facts f = product(instructions);
    struct kp_residence r = {.blocks = 2};
    struct kp_roofline out;

    kp_step_roofline(ga104.gpu, &f, &point, &r, &out);
    return out;
}

static void roofline_of_a_product(void **state)
{
    const double n = 4096, flops = 2 * n * n * n, bytes = 4 * 3 * n * n; /* FP32, 682.7 per byte */
    struct kp_roofline r = roofline(300, flops, bytes, 10);

    (void)state;
    assert_near(r.intensity, 682.7, 0.05);
    assert_near(r.attainable, 21.7, 1e-9);
    assert_near(r.roof_ms, 6.334, 0.001); /* 137.4 GFLOP by 21.7 TFLOP/s */
    assert_near(r.gflops, 13744, 1);
    assert_near(r.share_peak, 0.633, 0.001);
    assert_int_equal(r.side, KP_BOUND_COMPUTE);
    assert_int_equal(r.bound, KP_BOUND_COMPUTE);
    assert_near(r.waves, 1024.0 / 96, 1e-9);
    assert_int_equal(roofline(300, flops, bytes, 20).bound, KP_BOUND_LATENCY);
    assert_int_equal(roofline(300, flops, bytes, 0).bound, KP_BOUND_OPEN);
    /* 137.4 GFLOP by 16384 are 8.39 million iterations: 537 million cycles of the port, by 48 SMs
     * of 1.77 GHz 6.32 ms */
    assert_near(r.share_shared, 0.632, 0.001);
    /* 300 instructions by four schedulers: 7.40 ms; 600: 14.8 */
    assert_near(roofline(300, flops, bytes, 20).share_issue, 0.370, 0.001);
    assert_int_equal(roofline(600, flops, bytes, 20).bound, KP_BOUND_ISSUE);
}

static void roofline_of_a_sum(void **state)
{
    struct kp_roofline r = roofline(300, 1e8, 1.2e9, 2.5); /* c = a + b */

    (void)state;
    assert_near(r.intensity, 1.0 / 12, 1e-6);
    assert_near(r.attainable, 0.0507, 0.0001); /* 608 GB/s by 12 bytes */
    assert_near(r.roof_ms, 1.974, 0.001);
    assert_int_equal(r.side, KP_BOUND_MEMORY);
    assert_near(r.share_dram, 0.789, 0.001);
    assert_int_equal(r.bound, KP_BOUND_MEMORY);
}

static void roofline_without_a_gpu(void **state)
{
    struct kp_analyzed_launch point = {.flops = 1e9, .bytes = 1e6, .ms = 2};
    struct kp_facts f = product(300);
    struct kp_residence r = {.blocks = 2};
    struct kp_roofline out;

    (void)state;
    kp_step_roofline(NULL, &f, &point, &r, &out);
    assert_near(out.gflops, 500, 1e-9);
    assert_true(out.roof_ms == 0 && out.bound == KP_BOUND_OPEN);
}

/* ---- occupancy and cliff --------------------------------------------------------------------- */

static struct kp_residence residence(int threads, int registers, int64_t smem)
{
    struct kp_facts f = block(threads, registers, smem);
    struct kp_residence r;

    kp_step_residence(ga104.target, &f, &r);
    return r;
}

static void blocks_by_shared_memory(void **state)
{
    (void)state;
    /* the driver keeps 1 KB of each block: 2 * (48 + 1) KB fit into 100 KB, 2 * (50 + 1) do not */
    assert_int_equal(residence(128, 32, 48 * 1024).blocks, 2);
    assert_int_equal(residence(128, 32, 48 * 1024).limit, KP_LIMIT_SMEM);
    assert_int_equal(residence(128, 32, 49 * 1024).blocks, 2);
    assert_int_equal(residence(128, 32, 49 * 1024 + 1).blocks, 1);
    assert_int_equal(residence(128, 32, 50 * 1024).blocks, 1);
    assert_int_equal(residence(128, 32, 56 * 1024).blocks, 1);
    assert_int_equal(residence(128, 32, 99 * 1024).blocks, 1);
    assert_int_equal(residence(128, 32, 100 * 1024).blocks, 0);
}

static void blocks_by_registers(void **state)
{
    struct kp_residence r = residence(256, 64, 0);

    (void)state;
    /* 64 * 32 = 2048 registers per warp, 8 warps in each quarter of the SM */
    assert_int_equal(r.blocks, 4);
    assert_int_equal(r.limit, KP_LIMIT_REGISTERS);
    assert_int_equal(r.active_warps, 32);
    assert_int_equal(r.by[KP_LIMIT_WARPS], 6);
    assert_int_equal(r.spare_registers, 0); /* 65 are allocated as 72: 7 warps, 3 blocks */
    assert_int_equal(residence(256, 65, 0).blocks, 3);
    assert_int_equal(residence(256, 72, 0).blocks, 3);
    /* five blocks: 10 warps per quarter, 1638 registers each, 1536 in steps of 256, 48 per thread
     */
    assert_int_equal(r.fewer_registers, 16);
    assert_int_equal(residence(256, 48, 0).blocks, 5);
    assert_int_equal(residence(256, 49, 0).blocks, 4);
}

static void blocks_by_warps(void **state)
{
    struct kp_residence r = residence(1024, 32, 0);

    (void)state;
    assert_int_equal(r.blocks, 1);
    assert_int_equal(r.limit, KP_LIMIT_WARPS);
    assert_int_equal(r.active_warps, 32);
    assert_int_equal(residence(32, 16, 0).blocks, 16);
    assert_int_equal(residence(32, 16, 0).limit, KP_LIMIT_BLOCKS);
    assert_int_equal(residence(33, 16, 0).warps, 2);
}

static struct kp_cliff_step cliff(int threads, int64_t smem, int64_t tiles)
{
    struct kp_facts f = block(threads, 32, smem);
    struct kp_residence r;
    struct kp_cliff_step c;

    f.tile_bytes = tiles;
    kp_step_residence(ga104.target, &f, &r);
    kp_step_cliff(ga104.target, &f, &r, &c);
    return c;
}

static void cliffs(void **state)
{
    struct kp_cliff_step c = cliff(128, 40 * 1024, 16 * 1024); /* 40 KB: two; 56 KB: one */

    (void)state;
    assert_int_equal(c.cliff, 49 * 1024);
    assert_int_equal(c.doubled, 56 * 1024);
    assert_int_equal(c.blocks_doubled, 1);
    assert_int_equal(c.blocks_lost, 1);
    assert_int_equal(cliff(128, 40 * 1024, 8 * 1024).blocks_lost, 0); /* 48 KB: still two */
    c = cliff(128, 20 * 1024, -1); /* nobody knows the tiles: all of it is taken */
    assert_true(c.tiles_assumed);
    assert_int_equal(c.doubled, 40 * 1024);
    assert_int_equal(c.blocks_lost, 2); /* 21 KB: four; 41 KB: two */
    assert_int_equal(cliff(128, 60 * 1024, 60 * 1024).blocks_doubled, 0);
}

/* ---- the main loop --------------------------------------------------------------------------- */

/* One tile per iteration, nothing overlapped, one round of 16-byte loads. */
static struct kp_loop_facts loop(enum kp_opclass math, unsigned n, enum kp_precision p,
                                 double operations, unsigned loads)
{
    struct kp_loop_facts l = {.found = true, .tiles = 1, .barriers = 2, .math = n, .rounds = 1};

    l.count[math] = n;
    l.operations[p] = n * operations;
    l.loads[4] = loads;
    l.count[KP_INSN_LOAD_GLOBAL] = loads;
    l.instructions = n + 2 * loads + 20;
    l.cycles = n * 8 + loads + 50;
    l.stalls[math] = n * 8;
    return l;
}

static void analyze(struct kp_facts *f, double ms, struct kp_analysis *x)
{
    *x = (struct kp_analysis){.facts = f};
    if (ms)
        kp_push(arena, &x->points,
                ((struct kp_analyzed_launch){.flops = 2.0 * 4096 * 4096 * 4096,
                                             .bytes = 6.0 * 4096 * 4096,
                                             .work_by = KP_BY_CASE,
                                             .ms = ms,
                                             .ms_by = KP_BY_USER}));
    kp_analyze(arena, &ga104, x);
}

static void ratios(void **state)
{
    struct kp_facts f = block(128, 96, 4096);
    struct kp_ratio r;

    (void)state;
    /* 64x64x32 int8, four warps: 2 * 64 * 64 * 32 operations by 4096 bytes */
    f.loop = loop(KP_INSN_IMMA, 8, KP_PRECISION_INT8_TENSOR, 2 * 16 * 8 * 32, 2);
    kp_step_ratio(&f, 128, &r);
    assert_near(r.per_load, 4, 1e-9);
    assert_near(r.per_byte, 64, 1e-9);
    f.loop.tiles = 2; /* unrolled: the figures are those of a tile */
    f.loop.rounds = 2;
    kp_step_ratio(&f, 128, &r);
    assert_near(r.math, 4, 1e-9);
    assert_near(r.bytes, 16, 1e-9);
    f.loop.found = false;
    kp_step_ratio(&f, 128, &r);
    assert_true(r.per_byte == 0);
}

static void cycles_of_math(void **state)
{
    struct kp_loop_facts l = loop(KP_INSN_FFMA, 256, KP_PRECISION_FP32, 64, 4);

    (void)state;
    /* 128 lanes of an SM: a warp's FFMA takes a quarter of a cycle */
    assert_near(kp_math_cycles(ga104.gpu, &l), 64, 0.5);
    l = loop(KP_INSN_HMMA, 64, KP_PRECISION_FP8_TENSOR, 4096, 4);
    assert_true(kp_math_cycles(ga104.gpu, &l) == 0); /* no such peak */
}

static const char *first_row(const struct kp_analysis *x)
{
    return x->advice.n ? x->advice.v[0].row->id : "none";
}

static bool has_row(const struct kp_analysis *x, const char *id)
{
    for (size_t i = 0; i < x->advice.n; i++)
        if (kp_streq(x->advice.v[i].row->id, id))
            return true;
    return false;
}

/* int8 GEMM, 4096^3, 64x64x32, 8 IMMA per tile: published +18% with LDG, +35% with cp.async. */
static void published_int8_gemm(void **state)
{
    struct kp_facts f = block(128, 96, 4096);
    struct kp_analysis x;

    (void)state;
    f.loop = loop(KP_INSN_IMMA, 8, KP_PRECISION_INT8_TENSOR, 2 * 16 * 8 * 32, 2);
    analyze(&f, 0, &x);
    assert_int_equal(x.residence.blocks, 5);
    assert_int_equal(x.cliff.blocks_lost, 0);
    assert_string_equal(first_row(&x), "cp-async");
    assert_true(x.advice.v[0].gain[0] >= 1 && x.advice.v[0].gain[1] > 1.18);
    assert_false(has_row(&x, "hidden"));
    assert_false(has_row(&x, "over-cliff"));
}

/* Flash attention, 64 rows and columns of 64 halves: 64 HMMA per tile, 40 KB, of which K and V are
 * 16: published 0.95x, because two buffers (56 KB) cost the second block. */
static void published_flash_attention(void **state)
{
    struct kp_facts f = block(128, 128, 40 * 1024);
    struct kp_analysis x;

    (void)state;
    f.tile_bytes = 16 * 1024;
    f.loop = loop(KP_INSN_HMMA, 64, KP_PRECISION_FP16_TENSOR, 2 * 16 * 8 * 16, 8);
    analyze(&f, 0, &x);
    assert_near(x.ratio.per_load, 8, 1e-9);
    assert_int_equal(x.residence.blocks, 2);
    assert_int_equal(x.cliff.blocks_doubled, 1);
    assert_true(has_row(&x, "over-cliff"));
    assert_false(has_row(&x, "cp-async"));
    /* what doubling would do is around nothing, and below what one buffer could */
    assert_true(x.estimate.doubled[0] < 0.95 && x.estimate.doubled[1] < 1.1);
    assert_true(x.estimate.doubled[1] < x.estimate.pipeline[1]);
    assert_true(x.advice.v[0].conflicts.n >= 3);
}

/* 48 KB of tiles: two blocks, and one with two buffers. */
static void published_over_the_cliff(void **state)
{
    struct kp_facts f = block(128, 64, 48 * 1024);
    struct kp_analysis x;

    (void)state;
    f.loop = loop(KP_INSN_FFMA, 512, KP_PRECISION_FP32, 64, 24);
    f.loop.stalls[KP_INSN_FFMA] = 512 * 2;
    f.loop.cycles = 512 * 2 + 74;
    analyze(&f, 0, &x);
    assert_int_equal(x.residence.blocks, 2);
    assert_int_equal(x.cliff.blocks_doubled, 1);
    assert_string_equal(first_row(&x), "over-cliff");
    assert_false(has_row(&x, "cp-async"));
    f.tile_bytes = 512; /* the near miss: 48.5 KB keeps both */
    analyze(&f, 0, &x);
    assert_int_equal(x.cliff.blocks_lost, 0);
    assert_false(has_row(&x, "over-cliff"));
}

/* Many blocks of little work: other warps hide the loads. */
static void warps_hide_it(void **state)
{
    struct kp_facts f = block(256, 32, 2048);
    struct kp_analysis x;

    (void)state;
    f.loop = loop(KP_INSN_FFMA, 256, KP_PRECISION_FP32, 64, 1);
    f.loop.cycles = 300;
    analyze(&f, 9, &x);
    assert_int_equal(x.residence.active_warps, 48);
    assert_string_equal(first_row(&x), "hidden");
    assert_true(x.estimate.pipeline[1] < 1.05);
    /* the range is the distance to the roof: 9 ms by 6.334 */
    assert_near(x.advice.v[0].gain[1], 9 / 6.334, 0.01);
}

static void other_rows(void **state)
{
    struct kp_facts f = block(128, 200, 8192);
    struct kp_analysis x;

    (void)state;
    f.loop = loop(KP_INSN_FFMA, 128, KP_PRECISION_FP32, 64, 4);
    analyze(&f, 0, &x);
    assert_true(has_row(&x, "ffma-stalls"));
    assert_false(has_row(&x, "imma-stalls") || has_row(&x, "hmma-reuse"));
    f.loop.stalls[KP_INSN_FFMA] = 128 * 2; /* the near miss: the pipe's own rate */
    analyze(&f, 0, &x);
    assert_false(has_row(&x, "ffma-stalls"));

    f.loop = loop(KP_INSN_HMMA, 16, KP_PRECISION_FP16_TENSOR, 4096, 4);
    f.loop.shared_cycles = 33; /* 16 HMMA take 32 cycles of the SM's tensor cores */
    analyze(&f, 0, &x);
    assert_true(has_row(&x, "hmma-reuse"));
    f.loop.shared_cycles = 31;
    analyze(&f, 0, &x);
    assert_false(has_row(&x, "hmma-reuse"));

    f = block(64, 255, 8192); /* two warps in each of four blocks */
    f.smem_static = f.tile_bytes = 30 * 1024;
    f.loop = loop(KP_INSN_IMMA, 16, KP_PRECISION_INT8_TENSOR, 8192, 4);
    analyze(&f, 0, &x);
    assert_true(x.residence.active_warps < 8);
    assert_true(has_row(&x, "few-warps") && has_row(&x, "imma-stalls"));
    f.loop.stalls[KP_INSN_IMMA] = 16 * 3;
    f.threads = 128;
    analyze(&f, 0, &x);
    assert_false(has_row(&x, "imma-stalls"));
    assert_true(x.residence.active_warps >= 8 && !has_row(&x, "few-warps"));
}

/* What is not known speaks for nothing. */
static void nothing_known(void **state)
{
    struct kp_facts f = {.name = "k", .symbol = "k", .tile_bytes = -1, .smem_dynamic = -1};
    struct kp_analysis x;

    (void)state;
    analyze(&f, 0, &x);
    assert_int_equal(x.advice.n, 0);
    assert_non_null(x.estimate.why_not);
    f.loop = loop(KP_INSN_HMMA, 16, KP_PRECISION_FP16_TENSOR, 4096, 4);
    f.loop.inner_math = 3; /* trips of loops inside are not known */
    analyze(&f, 0, &x);
    assert_non_null(x.estimate.why_not);
    assert_false(has_row(&x, "cp-async") || has_row(&x, "hidden"));
}

/* The sections in their order, in every form; foreign names do not become markup. */
static void report(void **state)
{
    static const char *const order[] = {"Baseline",     "Roofline", "Occupancy",
                                        "Compute/Load", "SASS",     "Cliff",
                                        "Profiler",     "Lints",    "Recommendations"};
    struct kp_facts f = block(128, 96, 4096);
    struct kp_analysis x;
    struct kp_analyzed all = ga104;
    struct kp_doc d = {.arena = arena};
    struct kp_page page;
    const char *texts[3];

    (void)state;
    f.name = "k<b>\x1b[31m&";
    f.loop = loop(KP_INSN_IMMA, 8, KP_PRECISION_INT8_TENSOR, 8192, 2);
    analyze(&f, 1, &x);
    kp_push(arena, &all.kernels, x);
    texts[0] = kp_analyze_text(arena, &all, NULL);
    texts[1] = kp_analyze_markdown(arena, &all);
    page = kp_page_new(arena, "analyze", 0, NULL, all.path);
    kp_sections(&d, &all);
    texts[2] = kp_page_html(arena, &page, &d);
    for (int t = 0; t < 3; t++) {
        const char *at = texts[t];

        assert_null(strchr(at, '\x1b'));
        for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
            at = strstr(at, order[i]);
            assert_non_null(at);
        }
    }
    assert_null(strstr(texts[2], "<b>"));
    assert_null(strstr(texts[1], "<b>"));
    assert_non_null(strstr(texts[2], "k&lt;b&gt;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balance_points),
        cmocka_unit_test(peaks_are_consistent),
        cmocka_unit_test(roofline_of_a_product),
        cmocka_unit_test(roofline_of_a_sum),
        cmocka_unit_test(roofline_without_a_gpu),
        cmocka_unit_test(blocks_by_shared_memory),
        cmocka_unit_test(blocks_by_registers),
        cmocka_unit_test(blocks_by_warps),
        cmocka_unit_test(cliffs),
        cmocka_unit_test(ratios),
        cmocka_unit_test(cycles_of_math),
        cmocka_unit_test(published_int8_gemm),
        cmocka_unit_test(published_flash_attention),
        cmocka_unit_test(published_over_the_cliff),
        cmocka_unit_test(warps_hide_it),
        cmocka_unit_test(other_rows),
        cmocka_unit_test(nothing_known),
        cmocka_unit_test(report),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
