/* What warps do in an iteration of a loop: integer instructions lane by lane, branches, loops
 * inside, who copies, how often shared memory is asked. Encodings are nvcc's, with nvdisasm's names
 * for them.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sass/cfg.h"
#include "sass/time.h"
#include "util/str.h"

static struct kp_arena *arena;
static const struct kp_opcodes *opcodes;

static int set_up(void **state)
{
    const char *error;

    (void)state;
    arena = kp_arena_new();
    opcodes = kp_opcodes_load(arena, NULL, &error);
    return opcodes ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    kp_arena_free(arena);
    return 0;
}

/* ---- registers --------------------------------------------------------------------------------
 */

enum { LANE = 5 };

/* In these tests R7 holds 7000 and three times the lane. */
static uint32_t of(unsigned n)
{
    return 1000 * n + 3 * LANE;
}

static struct kp_sass_regs *known(void)
{
    struct kp_sass_regs *w = kp_new(arena, struct kp_sass_regs);

    kp_sass_regs_start(w, &(struct kp_sass_launch){.threads = {8, 8, 1}, .at = {3, 0, 0}}, 1);
    for (uint32_t i = 0; i < KP_SASS_REGISTERS; i++) {
        w->r[i].known = UINT32_MAX;
        for (uint32_t l = 0; l < KP_SASS_LANES; l++)
            w->r[i].v[l] = 1000 * i + 3 * l;
    }
    for (int i = 0; i < 7; i++)
        w->p[i] = (struct kp_sass_truth){.lanes = UINT32_MAX, .known = UINT32_MAX};
    return w;
}

static void execute(struct kp_sass_regs *w, uint64_t lo, uint64_t hi)
{
    struct kp_sass_insn x = {0};

    kp_sass_decode(opcodes, 90, 0, lo, hi, &x);
    assert_non_null(x.op);
    kp_sass_execute(w, &x, UINT32_MAX);
}

static void integer_instructions(void **state)
{
    const struct {
        uint64_t lo, hi;
        unsigned to;
        uint32_t is;
    } rows[] = {
        {0xffffffa01e087810, 0x000fe20007ffe1ff, 8, -of(30) - 0x60}, /* IADD3 R8, -R30, -0x60, RZ */
        {0x800000302c1e7210, 0x000fe20007ffe0ff, 30, of(44) - of(48)}, /* IADD3 .., -R48, RZ */
        {0x0000000607137211, 0x002fce00078ec0ff, 19, (of(7) << 24) + of(6)}, /* LEA .., 0x18 */
        {0x0000002803037211, 0x000fc800078f20ff, 3, of(40)},                /* LEA.HI .., RZ, 0x4 */
        {0x00000001ff537819, 0x000fe40000011652, 83, of(82) >> 1},          /* SHF.R.U32.HI */
        {0x00000002ff157819, 0x000fe4000001140f, 21, of(15) >> 2},          /* SHF.R.S32.HI */
        {0x000000010b167824, 0x000fe200078e0a16, 22, of(11) - of(22)},      /* IMAD.IADD .., -R22 */
        {0x000000101d207825, 0x002fca00078e0214, 32, of(29) * 16 + of(20)}, /* IMAD.WIDE */
        {0x0000001519127227, 0x000fc800078e00ff, 18, 0},                    /* IMAD.HI.U32 */
        {0x000000c013047812, 0x000fe200078efcff, 4, of(19) | 0xc0},         /* LOP3.LUT .., 0xfc */
        {0x00000024ff007212, 0x000fe400078e33ff, 0, ~of(36)},               /* LOP3.LUT .., 0x33 */
        {0x0000000802077248, 0x000fe20003fe0100, 7, of(2)},                 /* VIMNMX R2, R8, PT */
        {0x00000005ff1a7248, 0x000fe20007fe0100, 26, of(5)},                /* VIMNMX RZ, R5, !PT */
        {0x0000000111057846, 0x000fe20003800112, 5, of(17) + 1},            /* VIADDMNMX */
        {0x0000001200197213, 0x000fe40000000000, 25, of(18)},               /* IABS */
        {0x0ffffffe2a2c7836, 0x008fcc0000000000, 44, of(42) + 0xffffffe},   /* VIADD */
        {0x00000000ff2a7435, 0x000fd400000001ff, 42, 0},                    /* HFMA2.MMA of zeros */
        {0x000000292c2e7207, 0x040fe40006000000, 46, of(41)},               /* SEL .., !P4 */
        {0x0000000000487805, 0x000fe2000001ff00, 72, 0},                    /* CS2R SRZ */
        {0x0000000000057919, 0x000e220000002100, 5, (32 + LANE) % 8},       /* S2R SR_TID.X */
        {0x0000000000057919, 0x000e220000002200, 5, (32 + LANE) / 8},       /* S2R SR_TID.Y */
        {0x0000000000057919, 0x000e220000002500, 5, 3},                     /* S2R SR_CTAID.X */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kp_sass_regs *w = known();

        execute(w, rows[i].lo, rows[i].hi);
        if (w->r[rows[i].to].known != UINT32_MAX || w->r[rows[i].to].v[LANE] != rows[i].is)
            fail_msg("row %zu: %" PRIu32 " instead of %" PRIu32 ", known %" PRIx32, i,
                     w->r[rows[i].to].v[LANE], rows[i].is, w->r[rows[i].to].known);
    }
}

static void comparisons(void **state)
{
    struct kp_sass_regs *w = known();

    (void)state;
    execute(w, 0x0000004d3c00720c, 0x000fe40003f86070); /* ISETP.GE.U32.AND P4, PT, R60, R77, PT */
    assert_int_equal(w->p[4].lanes, 0);
    execute(w, 0x000000ff1200720c, 0x000fda0003f86270); /* ISETP.GE.AND P4, PT, R18, RZ, PT */
    assert_int_equal(w->p[4].lanes, UINT32_MAX);
    execute(w, 0x000000000000781c, 0x000fe20003f0e170); /* PLOP3.LUT P0, .., 0x8: false */
    assert_int_equal(w->p[0].lanes, 0);
    execute(w, 0x0000000106ff7812, 0x040fe4000780c0ff); /* LOP3.LUT P0, RZ, R6, 0x1: odd lanes */
    assert_int_equal(w->p[0].lanes, 0xaaaaaaaa);
    w->r[18].known = 0xffff;
    execute(w, 0x000000ff1200720c, 0x000fda0003f86270);
    assert_int_equal(w->p[4].known, 0xffff);
}

/* What is loaded or computed is not known, in as many registers as are written; a parameter is, but
 * only assumed. */
static void unknown_values(void **state)
{
    struct kp_sass_regs *w = known();

    (void)state;
    execute(w, 0x0004c00041147984, 0x000e680000000c00); /* LDS.128 R20, [R65+0x4c0] */
    assert_true(w->r[19].known && !w->r[20].known && !w->r[23].known && w->r[24].known);
    execute(w, 0x00008800ff167b82, 0x000e660000000a00); /* LDC.64 R22, c[0x0][0x220] */
    assert_true(w->r[22].known && w->r[22].assumed && w->r[23].known);
    execute(w, 0x00000000ff167b82, 0x000e660000000800); /* LDC R22, c[0x0][0x0]: blockDim.x */
    assert_true(w->r[22].v[LANE] == 8 && !w->r[22].assumed);
    w->p[4].known = 0;
    execute(w, 0x800000302c1ec210, 0x000fe20007ffe0ff); /* @!P4 IADD3 R30, .. */
    assert_false(w->r[30].known);
    execute(w, 0x000000ff1200720c, 0x000fda0003f86270); /* ISETP: its bits of a register are zero */
    assert_true(w->r[0].known);
}

/* Those of a case are known: N = 7 and a pointer, from c[0x0][0x21c] on, and the grid. */
static void parameters_of_a_case(void **state)
{
    static const uint32_t passed[] = {7, 0x10000000, 2};
    struct kp_sass_regs *w = kp_new(arena, struct kp_sass_regs);
    struct kp_sass_launch launch = {.threads = {8, 8, 1},
                                    .at = {3, 0, 0},
                                    .grid = {5, 6, 1},
                                    .parameters = (const uint8_t *)passed,
                                    .parameter_bytes = sizeof passed,
                                    .parameters_at = 0x21c};

    (void)state;
    kp_sass_regs_start(w, &launch, 1);
    execute(w, 0x00008800ff167b82, 0x000e660000000a00); /* LDC.64 R22, c[0x0][0x220] */
    assert_true(w->r[22].v[LANE] == 0x10000000 && w->r[23].v[LANE] == 2);
    assert_true(!w->r[22].assumed && !w->r[23].assumed);
    execute(w, 0x00008a00ff167b82, 0x000e660000000800); /* LDC R22, c[0x0][0x228]: none */
    assert_true(w->r[22].assumed);
    execute(w, 0x00000400ff167b82, 0x000e660000000800); /* LDC R22, c[0x0][0x10]: gridDim.y */
    assert_true(w->r[22].v[LANE] == 6 && !w->r[22].assumed);
}

/* q = R1 / R2 as nvcc writes it for unsigned numbers. */
static void division(void **state)
{
    struct kp_sass_regs *w = known();

    (void)state;
    for (int l = 0; l < KP_SASS_LANES; l++)
        w->r[17].v[l] = 8;
    execute(w, 0x0000001100077306, 0x000f620000209400); /* I2F.RP R7, R17 */
    w->r[11] = w->r[7];
    execute(w, 0x0000000b000b7308, 0x001ea40000001000); /* MUFU.RCP R11, R11 */
    w->r[36] = w->r[11];
    execute(w, 0x0000002400257305, 0x0002a4000021f000); /* F2I.FTZ.U32.TRUNC.NTZ R37, R36 */
    assert_int_equal(w->r[37].v[LANE], 0);              /* 1/8 */
    assert_int_equal(w->r[37].known, UINT32_MAX);
    execute(w, 0x0000001600167308, 0x000ea20000000800); /* MUFU.EX2 R22, R22 */
    assert_false(w->r[22].known);
}

/* ---- kernels put together ---------------------------------------------------------------------
 */

enum { ALWAYS = 7 << 12, BRA = 0x947, EXIT = 0x94d, BAR = 0xb1d, FFMA = 0x223, RZ = 255 };

static void put(struct kp_sass_kernel *k, uint64_t lo, uint64_t hi)
{
    struct kp_sass_insn x = {0};

    hi |= (uint64_t)1 << 41 | (uint64_t)7 << 46 | (uint64_t)7 << 49 | (uint64_t)7 << 23;
    kp_sass_decode(opcodes, 80, (uint32_t)(k->insns.n * KP_SASS_BYTES), lo, hi, &x);
    assert_non_null(x.op);
    kp_push(arena, &k->insns, x);
}

static void math(struct kp_sass_kernel *k, unsigned n)
{
    while (n--)
        put(k, FFMA | ALWAYS | RZ << 16, 0);
}

/* R2 = threadIdx.x */
static void thread(struct kp_sass_kernel *k)
{
    put(k, 0x919 | ALWAYS | 2 << 16, 0x21 << 8);
}

/* R4 = R2 * by */
static void times(struct kp_sass_kernel *k, uint64_t by)
{
    put(k, 0x824 | ALWAYS | 4 << 16 | 2 << 24 | by << 32, RZ);
}

/* P0 = R2 > n, for signed numbers */
static void above(struct kp_sass_kernel *k, uint64_t n)
{
    put(k, 0x80c | ALWAYS | 2 << 24 | n << 32, 4 << 12 | 1 << 9);
}

/* To instruction `to` when P0 holds. */
static void branch(struct kp_sass_kernel *k, size_t to)
{
    int64_t offset = ((int64_t)to - (int64_t)k->insns.n - 1) * KP_SASS_BYTES;

    put(k, BRA | (uint64_t)offset << 32, (uint64_t)offset >> 32 & 0x3ffff);
}

static struct kp_overlap *finish(struct kp_sass_kernel *k)
{
    struct kp_overlap *o = kp_new(arena, struct kp_overlap);

    put(k, EXIT | ALWAYS, 0);
    k->symbol = k->name = "k";
    kp_cfg_build(arena, k);
    assert_true(kp_sass_main_loop(k) >= 0);
    kp_overlap_find(arena, k, kp_sass_main_loop(k), o);
    return o;
}

static struct kp_sass_walk walk(const struct kp_overlap *o, uint32_t threads)
{
    struct kp_sass_walk w;

    kp_sass_walk(arena, o, &(struct kp_sass_launch){.threads = {threads, 1, 1}}, NULL, &w);
    return w;
}

enum { LDS = 0x984, LD = 0x980 };

/* The wavefronts of a load from shared memory whose lanes are so many bytes apart; `size` as the
 * instruction says it. */
static unsigned wavefronts_of(uint64_t op, uint64_t apart, uint64_t size)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);
    struct kp_sass_walk w;

    thread(k);
    times(k, apart);
    put(k, op | ALWAYS | 8 << 16 | 4 << 24, size << 9);
    put(k, BAR | ALWAYS, 0);
    branch(k, 2);
    w = walk(finish(k), 32);
    assert_int_equal(w.path[0].list.n, 3);
    return w.path[0].list.v[0].wavefronts;
}

static unsigned wavefronts(uint64_t apart, uint64_t size)
{
    return wavefronts_of(LDS, apart, size);
}

static void shared_memory(void **state)
{
    enum { BYTE = 0, WORDS = 4, PAIRS = 5, FOURS = 6 };

    (void)state;
    assert_int_equal(wavefronts(4, WORDS), 1);
    assert_int_equal(wavefronts(0, WORDS), 1);
    assert_int_equal(wavefronts(8, WORDS), 2);
    assert_int_equal(wavefronts(128, WORDS), 32);
    assert_int_equal(wavefronts(132, WORDS), 1);
    assert_int_equal(wavefronts(1, BYTE), 1);
    assert_int_equal(wavefronts(32, BYTE), 8);
    assert_int_equal(wavefronts(8, PAIRS), 2);
    assert_int_equal(wavefronts(0, PAIRS), 1);
    assert_int_equal(wavefronts(16, FOURS), 4);
    assert_int_equal(wavefronts(0, FOURS), 2); /* for each half of the warp */
    assert_int_equal(wavefronts_of(LD, 128, WORDS), 32);
    assert_int_equal(wavefronts_of(LD, 1 << 13, WORDS), 0); /* past all shared memory */
}

/* What a load from global memory, or an asynchronous copy, asks for whose lanes are so many bytes
 * apart. */
static struct kp_sass_passed asked_for(uint64_t op, uint64_t apart, uint64_t size)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);

    thread(k);
    times(k, apart);
    put(k, op | ALWAYS | 8 << 16 | 4 << 24, size << 9);
    put(k, BAR | ALWAYS, 0);
    branch(k, 2);
    return walk(finish(k), 32).path[0].list.v[0];
}

static void lines_of_a_load(void **state)
{
    enum { LDG = 0x981, LDGSTS = 0xfae, WORDS = 4, FOURS = 6 };

    (void)state;
    assert_int_equal(asked_for(LDG, 4, WORDS).lines, 1);
    assert_int_equal(asked_for(LDG, 4, WORDS).sectors, 4);
    assert_int_equal(asked_for(LDG, 512, WORDS).lines, 32);
    assert_int_equal(asked_for(LDG, 16, FOURS).lines, 4);
    assert_int_equal(asked_for(LDGSTS, 512, WORDS).lines, 32);
    assert_int_equal(asked_for(LDGSTS, 512, FOURS).lines, 0); /* past the cache */
    assert_int_equal(asked_for(LDGSTS, 512, FOURS).sectors, 32);
}

/* `if (tid <= 63) copy;` in a loop of four warps */
static void copies_of_some_threads(void **state)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);
    const struct kp_sass_kernel *of_loop;
    struct kp_sass_walk w;
    struct kp_overlap *o;

    (void)state;
    thread(k);
    above(k, 63);
    branch(k, 4); /* where no other instruction of the loop sets it */
    put(k, 0xfae | ALWAYS, 4 << 9);
    put(k, BAR | ALWAYS, 0);
    math(k, 4);
    branch(k, 2);
    o = finish(k);
    of_loop = o->kernel;
    w = walk(o, 128);
    assert_int_equal(of_loop->insns.v[w.path[0].list.v[1].insn].opclass, KP_INSN_ASYNC_COPY);
    assert_int_equal(of_loop->insns.v[w.path[2].list.v[1].insn].opclass, KP_INSN_BARRIER);
    assert_int_equal(w.path[0].list.n, w.path[3].list.n + 1);
    assert_false(w.guessed);
}

/* `if (tid <= 63) barrier;`: warp 0 waits for warp 4 of its block, which goes round for ever. */
static void a_barrier_of_some_warps(void **state)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);
    struct kp_timing t = {.wavefront = 4, .memory = 1, .barrier = 10};
    struct kp_sass_walk w;
    struct kp_overlap *o;

    (void)state;
    thread(k);
    above(k, 63);
    branch(k, 4);
    put(k, BAR | ALWAYS, 0);
    math(k, 4);
    branch(k, 2);
    o = finish(k);
    w = walk(o, 256);
    assert_int_equal(w.path[0].list.n, w.path[4].list.n + 1);
    assert_true(kp_sass_time(arena, &t, o, &w, 1) == 0);
    w = walk(o, 64);
    assert_true(kp_sass_time(arena, &t, o, &w, 1) > 0);
}

/* `for (R3 = 0x40; R3 != bound; R3 += 0x80)` around n math instructions. */
static struct kp_overlap *inner_loop(uint64_t bound, unsigned n)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);
    size_t head;

    put(k, 0x802 | ALWAYS | 3 << 16 | (uint64_t)0x40 << 32, 0); /* MOV */
    put(k, BAR | ALWAYS, 0);
    head = k->insns.n;
    math(k, n);
    put(k, 0x810 | ALWAYS | 3 << 16 | 3 << 24 | (uint64_t)0x80 << 32, 7 << 17 | 7 << 20 | RZ);
    put(k, 0x80c | ALWAYS | 3 << 24 | bound << 32, 5 << 12); /* ISETP.NE P0 */
    branch(k, head);
    put(k, BAR | ALWAYS, 0);
    branch(k, 0);
    return finish(k);
}

static double trips(uint64_t bound)
{
    const struct kp_overlap *o = inner_loop(bound, 8);
    struct kp_sass_walk w = walk(o, 32);

    return kp_sass_main_math(o, &w, o, &w) / 8;
}

static void trips_of_inner_loops(void **state)
{
    (void)state;
    assert_true(trips(0x1040) == 32);
    assert_true(trips(0xc0) == 1);
    assert_true(trips(0x1050) == 1); /* never equal: each instruction is passed once */
}

/* A warp that asks for a sector asks for all of it; what another warp of the block has asked for is
 * in the first-level cache. */
static void global_memory(void **state)
{
    struct kp_sass_kernel *k = kp_new(arena, struct kp_sass_kernel);
    struct kp_sass_walk w;

    (void)state;
    thread(k);
    put(k, 0x812 | ALWAYS | 2 << 16 | 2 << 24 | (uint64_t)31 << 32, 0xc0 << 8 | RZ); /* R2 &= 31 */
    times(k, 8);
    put(k, 0x981 | ALWAYS | 8 << 16 | 4 << 24, 4 << 9);
    put(k, BAR | ALWAYS, 0);
    branch(k, 3);
    w = walk(finish(k), 128);
    assert_int_equal(w.path[0].list.v[0].sectors, 8);
    assert_true(w.first == 0.25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_instructions),    cmocka_unit_test(comparisons),
        cmocka_unit_test(unknown_values),          cmocka_unit_test(division),
        cmocka_unit_test(shared_memory),           cmocka_unit_test(lines_of_a_load),
        cmocka_unit_test(parameters_of_a_case),    cmocka_unit_test(copies_of_some_threads),
        cmocka_unit_test(a_barrier_of_some_warps), cmocka_unit_test(trips_of_inner_loops),
        cmocka_unit_test(global_memory),
    };

    return cmocka_run_group_tests_name("walk", tests, set_up, tear_down);
}
