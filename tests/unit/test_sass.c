/* Machine code: encodings, blocks and loops, waits, the comparison of two versions. Real code comes
 * from tests/sass/listings (words with nvdisasm's names), the rest is put together here bit by bit.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "build/tool.h"
#include "sass/cfg.h"
#include "sass/name.h"
#include "sass/overlap.h"
#include "sass/regs.h"
#include "sass/time.h"
#include "sass/work.h"
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

static struct kp_sass_insn decode(unsigned arch, uint64_t lo, uint64_t hi)
{
    struct kp_sass_insn x = {0};

    kp_sass_decode(opcodes, arch, 0, lo, hi, &x);
    return x;
}

/* ---- real code ----------------------------------------------------------------------------- */

struct listing {
    unsigned arch, begin, end, math, loads;
    char verdict[16];
    struct kp_sass_kernel kernel;
};

static void check_line(struct listing *l, const char *line)
{
    unsigned address, target = 0;
    uint64_t lo, hi;
    char opcode[32], to[16];
    struct kp_sass_insn x = {0};

    assert_int_equal(
        sscanf(line, "%x %" SCNx64 " %" SCNx64 " %31s %15s", &address, &lo, &hi, opcode, to), 5);
    kp_sass_decode(opcodes, l->arch, address, lo, hi, &x);
    assert_non_null(x.op);
    assert_string_equal(x.op->name, opcode);
    if (sscanf(to, "%x", &target) == 1) {
        assert_true(x.has_target);
        assert_int_equal(x.target, target);
    }
    kp_push(arena, &l->kernel.insns, x);
}

static void check_listing(const char *path)
{
    FILE *f = fopen(path, "r");
    struct listing l = {0};
    struct kp_overlap o;
    char line[128];

    assert_non_null(f);
    assert_int_equal(fscanf(f, "arch %u main %x %x math %u loads %u verdict %15s\n", &l.arch,
                            &l.begin, &l.end, &l.math, &l.loads, l.verdict),
                     6);
    while (fgets(line, sizeof line, f))
        check_line(&l, line);
    fclose(f);
    kp_cfg_build(arena, &l.kernel);
    assert_true(kp_sass_main_loop(&l.kernel) >= 0);
    kp_overlap_find(arena, &l.kernel, kp_sass_main_loop(&l.kernel), &o);
    assert_int_equal(l.kernel.insns.v[o.insns.v[0]].address, l.begin);
    assert_int_equal(l.kernel.insns.v[o.insns.v[o.insns.n - 1]].address + KP_SASS_BYTES, l.end);
    assert_int_equal(o.math, l.math);
    assert_int_equal(o.loads.n, l.loads);
    assert_string_equal(kp_overlap_name(o.verdict), l.verdict);
}

static void real_listings(void **state)
{
    DIR *d = opendir(KP_LISTINGS);
    unsigned n = 0;

    (void)state;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        print_message("  %s\n", e->d_name);
        check_listing(kp_sprintf(arena, "%s/%s", KP_LISTINGS, e->d_name));
        n++;
    }
    closedir(d);
    assert_true(n >= 15);
}

/* ---- fields: words as nvdisasm lists them --------------------------------------------------- */

static void control_field(void **state)
{
    /* @!P2 LDGSTS.E.BYPASS.128 of sm_100, CuAssembler: B------:R1:W-:Y:S02 */
    struct kp_sass_insn x = decode(100, 0x002000000e7bafae, 0x0003e4000b98180c);

    (void)state;
    assert_int_equal(x.opclass, KP_INSN_ASYNC_COPY);
    assert_int_equal(x.guard, 2);
    assert_true(x.guard_not);
    assert_int_equal(x.stall, 2);
    assert_int_equal(x.write_scoreboard, KP_SASS_NO_SCOREBOARD);
    assert_int_equal(x.read_scoreboard, 1);
    assert_int_equal(x.wait, 0);
    x = decode(120, 0x0000004204547947, 0x01afea000b800000);
    assert_int_equal(x.wait, 0x1a);
    x = decode(86, 0x0000000001007a45 & ~0xfffull, 0); /* opcode 0 is none */
    assert_null(x.op);
    assert_int_equal(x.opclass, KP_INSN_OTHER);
}

static void access_sizes(void **state)
{
    (void)state;
    assert_int_equal(decode(80, 0x0000000604087981, 0x000ea2000c1e9d00).bytes, 16);
    assert_int_equal(decode(80, 0x0000000422208981, 0x000ea2000c1e1500).bytes, 2);
    assert_int_equal(decode(80, 0x0000000012057fae, 0x0003e20008900d44).bytes, 16);
    assert_int_equal(decode(90, 0x00000000040d7fae, 0x0003e2000b92184a).bytes, 4);
    assert_int_equal(decode(100, 0x0010000042367fae, 0x0003e2000b9a1408).bytes, 8);
    assert_int_equal(decode(100, 0x00000000165c7fae, 0x0005e20009181a10).bytes, 16);
    assert_int_equal(decode(80, 0x000000002424783b, 0x000e620000000200).bytes, 16);
}

static void counted_wait(void **state)
{
    /* DEPBAR.LE SB2, 0x0, {4,3} and DEPBAR.LE SB0, 0x3 */
    struct kp_sass_insn x = decode(80, 0x0000a0180000791a, 0x000fc80000000000);

    (void)state;
    assert_true(x.has_count);
    assert_int_equal(x.scoreboard, 2);
    assert_int_equal(x.count, 0);
    assert_int_equal(x.mask, 0x18);
    x = decode(100, 0x000080c00000791a, 0x000fc80000000000);
    assert_int_equal(x.scoreboard, 0);
    assert_int_equal(x.count, 3);
    assert_int_equal(x.mask, 0);
}

static void jumps(void **state)
{
    struct kp_sass_insn x = decode(80, 0xfffffff000007947, 0x000fc0000383ffff);

    (void)state;
    assert_true(x.has_target);
    assert_int_equal(x.target, 0);
    assert_false(x.is_conditional);
    x = decode(80, 0x0000003000008947, 0x000fea0003800000); /* @!P0 BRA */
    assert_int_equal(x.target, 0x40);
    assert_true(x.is_conditional);
    x = decode(80, 0x000000c000007947, 0x000fea0001000000); /* BRA P2 */
    assert_true(x.is_conditional);
    x = decode(80, 0x000000337f007947, 0x000fc0000b800000); /* BRA.CONV */
    assert_true(x.is_conditional);
    x = decode(90, 0x0000000000b40947, 0x000fea0003800000);
    assert_int_equal(x.target, 0x2d0 + 0x10);
    x = decode(80, 0x000000000000794d, 0x000fea0003800000);
    assert_false(x.is_conditional);
    x = decode(80, 0x000000000000794d, 0x000fea0000800000); /* EXIT P1 */
    assert_true(x.is_conditional);
}

static void never_issued(void **state)
{
    struct kp_sass_insn x = decode(80, 0x0000000000fff984, 0x000fe20000000800);

    (void)state;
    assert_true(x.never);
    assert_string_equal(kp_sass_text(arena, &x), "@!PT LDS.32");
}

/* HFMA2 with two zeros moves a constant; it is no math. */
static void constant_moves(void **state)
{
    (void)state;
    assert_int_equal(decode(80, 0x00000000ff0b7435, 0x000fe200000001ff).opclass, KP_INSN_MOVE);
    assert_int_equal(decode(120, 0x00000001ff057431, 0x000fca00000001ff).opclass, KP_INSN_MOVE);
    assert_int_equal(decode(80, 0x3f803f8004037831, 0x000fe20000200002).opclass, KP_INSN_HALF);
}

/* One number, different instructions: by architecture, by a bit. */
static void opcodes_by_architecture(void **state)
{
    (void)state;
    assert_string_equal(decode(80, 0x235, 0).op->name, "HFMA2");
    assert_string_equal(decode(120, 0x235, 0).op->name, "IADD");
    assert_string_equal(decode(75, 0x236, 0).op->name, "HMMA");
    assert_string_equal(decode(90, 0x236, 0).op->name, "VIADD");
    assert_string_equal(decode(89, 0x98e, 0).op->name, "RED");
    assert_string_equal(decode(90, 0x98e, 0).op->name, "REDG");
    assert_string_equal(decode(100, 0x223, 0).op->name, "FFMA");
    assert_string_equal(decode(100, 0x223, 1u << (81 - 64)).op->name, "FHFMA");
}

/* ---- rules ---------------------------------------------------------------------------------- */

static const char *load_rules(const char *text, const struct kp_opcodes **to)
{
    const char *error = NULL, *path, *folder = kp_temp_new(arena, &error);
    FILE *f;

    assert_non_null(folder);
    path = kp_sprintf(arena, "%s/sass.ini", folder);
    f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
    *to = kp_opcodes_load(arena, folder, &error);
    kp_temp_remove(folder);
    return error;
}

static void rules_of_a_folder(void **state)
{
    const struct kp_opcodes *o;
    const char *error;

    (void)state;
    assert_null(load_rules("[hmma]\nXMMA = 223:86-89 fff\n", &o));
    assert_string_equal(kp_opcode_of(o, 86, 0x223, 0)->name, "XMMA");
    assert_string_equal(kp_opcode_of(o, 90, 0x223, 0)->name, "FFMA");
    assert_int_equal(kp_opcode_of(o, 120, 0xfff, 0)->opclass, KP_INSN_HMMA);
    error = load_rules("[hmma]\nXMMA = 1000\n", &o);
    assert_non_null(error);
    assert_non_null(strstr(error, "sass.ini:2: expected opcodes"));
    assert_non_null(load_rules("[hmma]\nXMMA = 22g\n", &o));
    assert_non_null(load_rules("[hmma]\nXMMA = 223:90-80\n", &o));
    assert_non_null(load_rules("[hmma]\nXMMA = 223&128\n", &o));
    assert_non_null(load_rules("[hmma]\nXMMA = -223\n", &o));
    error = load_rules("[math]\nXMMA = 223\n", &o);
    assert_non_null(error);
    assert_non_null(strstr(error, "no class"));
}

static void names_of_kernels(void **state)
{
    static const char *const names[][2] = {
        {"_Z14sgemm_64x64x16PKfS0_Pfii", "sgemm_64x64x16"},
        {"_Z10hgemm_wmmaILi128ELi128ELi32EEvPK6__half", "hgemm_wmma<128, 128, 32>"},
        {"_ZN3foo3barEv", "bar"},
        {"_ZN12_GLOBAL__N_14kernIfEEvPT_", "kern<float>"},
        {"_Z1kILb1ELin3E4HalfEvv", "k<true, -3, Half>"},
        {"_Z1kINS_1aEEvv", "k<...>"},
        {"plain", "plain"},
        {"_Z", "_Z"},
        {"_Z99short", "_Z99short"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(kp_sass_name(arena, names[i][0]), names[i][1]);
}

/* ---- kernels put together ------------------------------------------------------------------- */

enum {
    LDG = 0x981,
    LDGSTS = 0xfae,
    COMMIT = 0x9af,
    DEPBAR = 0x91a,
    FFMA = 0x223,
    STS = 0x388,
    BAR = 0xb1d,
    BRA = 0x947,
    EXIT = 0x94d,
    STL = 0x387,
    NOP = 0x918,
    BSSY = 0x945,
    BSYNC = 0x941,
    ALWAYS = 7 << 12,
    NONE = 7
};

struct program {
    struct kp_sass_kernel kernel;
};

/* An instruction of sm_80, stalling for one cycle. */
static void put(struct program *p, uint64_t lo, uint64_t hi, unsigned write, unsigned wait)
{
    struct kp_sass_insn x = {0};

    hi |= (uint64_t)1 << 41 | (uint64_t)write << 46 | (uint64_t)7 << 49 | (uint64_t)wait << 52 |
          (uint64_t)7 << 23;
    kp_sass_decode(opcodes, 80, (uint32_t)(p->kernel.insns.n * KP_SASS_BYTES), lo, hi, &x);
    assert_non_null(x.op);
    kp_push(arena, &p->kernel.insns, x);
}

static void plain(struct program *p, unsigned opcode)
{
    put(p, opcode | ALWAYS, 0, NONE, 0);
}

static void math(struct program *p, unsigned n)
{
    while (n--)
        plain(p, FFMA);
}

/* Loads count up a scoreboard, stores wait for it. */
static void load(struct program *p, unsigned scoreboard)
{
    put(p, LDG | ALWAYS, 4u << 9, scoreboard, 0);
}

static void store(struct program *p, unsigned scoreboard)
{
    put(p, STS | ALWAYS, 4u << 9, NONE, 1u << scoreboard);
}

static void copy(struct program *p)
{
    put(p, LDGSTS | ALWAYS, 4u << 9, NONE, 0);
}

static void commit(struct program *p)
{
    put(p, COMMIT | ALWAYS, 0, 0, 0);
}

static void wait_for_groups(struct program *p, uint64_t count)
{
    put(p, DEPBAR | ALWAYS | count << 38 | (uint64_t)1 << 47, 0, NONE, 0);
}

/* Back to instruction `to` when P0 holds. */
static void branch(struct program *p, size_t to)
{
    int64_t offset = ((int64_t)to - (int64_t)p->kernel.insns.n - 1) * KP_SASS_BYTES;

    put(p, BRA | (uint64_t)offset << 32, (uint64_t)offset >> 32 & 0x3ffff, NONE, 0);
}

static struct kp_overlap *finish(struct program *p)
{
    struct kp_overlap *o = kp_new(arena, struct kp_overlap);
    int loop;

    plain(p, EXIT);
    p->kernel.symbol = p->kernel.name = "k";
    kp_cfg_build(arena, &p->kernel);
    loop = kp_sass_main_loop(&p->kernel);
    assert_true(loop >= 0);
    kp_overlap_find(arena, &p->kernel, loop, o);
    return o;
}

static struct kp_overlap *not_pipelined(unsigned tiles, unsigned n)
{
    struct program *p = kp_new(arena, struct program);

    while (tiles--) {
        load(p, 2);
        store(p, 2);
        plain(p, BAR);
        math(p, n);
        plain(p, BAR);
    }
    branch(p, 0);
    return finish(p);
}

static void load_in_front_of_the_barrier(void **state)
{
    struct kp_overlap *o = not_pipelined(1, 8);

    (void)state;
    assert_int_equal(o->loads.n, 1);
    assert_int_equal(o->loads.v[0].wait, 1);
    assert_int_equal(o->loads.v[0].math, 0);
    assert_int_equal(o->loads.v[0].cycles, 1);
    assert_int_equal(o->verdict, KP_OVERLAP_NONE);
    assert_non_null(strstr(o->reason, "in front of the barrier"));
    assert_int_equal(not_pipelined(4, 8)->tiles, 4);
}

static void load_ahead_of_the_math(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 3);
    math(&p, 8);
    store(&p, 3);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->loads.v[0].math, 8);
    assert_int_equal(o->loads.v[0].cycles, 9);
    assert_int_equal(o->verdict, KP_OVERLAP_FULL);
    assert_null(o->reason);
}

static void load_that_was_sunk(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    math(&p, 15);
    load(&p, 3);
    math(&p, 1);
    store(&p, 3);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->verdict, KP_OVERLAP_NONE);
    assert_non_null(strstr(o->reason, "after the math"));
}

static void load_with_an_early_wait(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 3);
    math(&p, 4);
    store(&p, 3);
    math(&p, 12);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->verdict, KP_OVERLAP_PARTLY);
    assert_non_null(strstr(o->reason, "too early"));
}

static void barrier_in_between(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 3);
    plain(&p, BAR);
    math(&p, 2);
    store(&p, 3);
    math(&p, 14);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->loads.v[0].barriers, 1);
    assert_true(o->loads.v[0].barrier_first);
    assert_int_equal(o->verdict, KP_OVERLAP_PARTLY);
    assert_non_null(strstr(o->reason, "there is a barrier between"));
}

/* A ring: the wait that lets one group be pending is the next iteration's. */
static struct kp_overlap *ring(unsigned pending, unsigned n)
{
    struct program *p = kp_new(arena, struct program);

    wait_for_groups(p, pending);
    plain(p, BAR);
    copy(p);
    commit(p);
    math(p, n);
    branch(p, 0);
    return finish(p);
}

static void commit_groups(void **state)
{
    struct kp_overlap *o = ring(0, 8);

    (void)state;
    assert_int_equal(o->loads.v[0].commit, 3);
    assert_int_equal(o->loads.v[0].wait, 0);
    assert_int_equal(o->loads.v[0].iterations, 1);
    assert_int_equal(o->loads.v[0].math, 8);
    assert_int_equal(o->verdict, KP_OVERLAP_FULL);
    o = ring(2, 8);
    assert_int_equal(o->loads.v[0].iterations, 3);
    assert_int_equal(o->loads.v[0].math, 24);
    assert_int_equal(o->loads.v[0].barriers, 2);
}

static void groups_waited_for_at_once(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    copy(&p);
    commit(&p);
    wait_for_groups(&p, 0);
    plain(&p, BAR);
    math(&p, 8);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->verdict, KP_OVERLAP_NONE);
    assert_non_null(strstr(o->reason, "lets 0 groups be pending"));
}

/* Without a wait in the loop there is nothing to say; without a commit neither. */
static void copies_without_a_wait(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    copy(&p);
    math(&p, 8);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->verdict, KP_OVERLAP_UNKNOWN);
    assert_int_equal(o->loads.v[0].wait, KP_SASS_NONE);
}

/* Math in a loop inside counts once and is named. */
static void inner_loops(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 1);
    plain(&p, NOP);
    math(&p, 4);
    branch(&p, 1);
    store(&p, 1);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(p.kernel.loops.n, 2);
    assert_int_equal(p.kernel.loops.v[1].parent, 0);
    assert_int_equal(p.kernel.loops.v[1].depth, 2);
    assert_int_equal(o->loop, 0);
    assert_int_equal(o->loads.v[0].math, 4);
    assert_int_equal(o->loads.v[0].inner_math, 4);
}

/* The loop over tiles lies inside one over blocks of rows that has barriers of its own. */
static void main_loop_is_inside(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 1);
    store(&p, 1);
    plain(&p, BAR);
    math(&p, 50);
    load(&p, 2); /* 53 */
    store(&p, 2);
    plain(&p, BAR);
    math(&p, 8);
    branch(&p, 53);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(o->insns.v[0], 53);
    assert_int_equal(o->math, 8);
}

/* A cycle that is entered in two places is no natural loop; it is named and left alone. */
static void cycle_with_two_entries(void **state)
{
    struct program p = {0};

    (void)state;
    branch(&p, 2);
    math(&p, 2);
    branch(&p, 1);
    plain(&p, EXIT);
    kp_cfg_build(arena, &p.kernel);
    assert_int_equal(p.kernel.loops.n, 0);
    assert_true(p.kernel.irreducible);
    assert_int_equal(kp_sass_main_loop(&p.kernel), -1);
}

/* BSYNC goes on where its BSSY says, also when that is not the next instruction. */
static void reconvergence(void **state)
{
    struct program p = {0};
    const struct kp_sass_block *b;

    (void)state;
    put(&p, BSSY | ALWAYS | (uint64_t)(3 * KP_SASS_BYTES) << 32, 0, NONE, 0);
    branch(&p, 3);
    plain(&p, BSYNC);
    math(&p, 1);
    plain(&p, EXIT); /* 4: BSSY's target */
    kp_cfg_build(arena, &p.kernel);
    assert_int_equal(p.kernel.insns.v[0].target, 4 * KP_SASS_BYTES);
    b = &p.kernel.blocks.v[1];
    assert_int_equal(b->begin, 2);
    assert_int_equal(b->next.n, 1);
    assert_int_equal(p.kernel.blocks.v[b->next.v[0]].begin, 4);
}

/* ---- two versions --------------------------------------------------------------------------- */

static enum kp_check_result result(const kp_sass_checks *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (kp_streq(c->v[i].name, name))
            return c->v[i].result;
    return (enum kp_check_result) - 1;
}

static kp_sass_checks *compare(const struct kp_overlap *a, const struct kp_overlap *b, bool async)
{
    kp_sass_checks *c = kp_new(arena, kp_sass_checks);

    kp_sass_compare(arena, a, b, async, c);
    return c;
}

static void good_versions(void **state)
{
    kp_sass_checks *c = compare(not_pipelined(1, 8), ring(0, 8), true);

    (void)state;
    assert_int_equal(c->n, 5);
    for (size_t i = 0; i < c->n; i++)
        assert_int_equal(c->v[i].result, KP_CHECK_PASSED);
    c = compare(not_pipelined(4, 8), ring(0, 8), true); /* unrolled before */
    assert_int_equal(result(c, "math-per-tile"), KP_CHECK_PASSED);
    c = compare(not_pipelined(1, 8), ring(0, 16), true);
    assert_int_equal(result(c, "math-per-tile"), KP_CHECK_PASSED);
}

static void math_went_missing(void **state)
{
    (void)state;
    assert_int_equal(result(compare(not_pipelined(1, 8), ring(0, 7), true), "math-per-tile"),
                     KP_CHECK_FAILED);
    assert_int_equal(result(compare(not_pipelined(1, 8), ring(0, 12), true), "math-per-tile"),
                     KP_CHECK_FAILED);
}

static void copies_are_not_asynchronous(void **state)
{
    struct kp_overlap *a = not_pipelined(1, 8);
    kp_sass_checks *c = compare(a, a, true);

    (void)state;
    assert_int_equal(result(c, "async-copies"), KP_CHECK_FAILED);
    assert_int_equal(result(c, "overlap"), KP_CHECK_FAILED);
    assert_int_equal(result(c, "no-barrier"), KP_CHECK_PASSED);
    assert_int_equal((int)result(compare(a, a, false), "async-copies"), -1);
}

static void new_spills(void **state)
{
    struct program p = {0};
    struct kp_overlap *o;

    (void)state;
    load(&p, 3);
    math(&p, 8);
    plain(&p, STL);
    store(&p, 3);
    plain(&p, BAR);
    branch(&p, 0);
    o = finish(&p);
    assert_int_equal(result(compare(not_pipelined(1, 8), o, false), "no-new-spills"),
                     KP_CHECK_FAILED);
    assert_int_equal(result(compare(o, o, false), "no-new-spills"), KP_CHECK_PASSED);
}

/* Matrix instructions as nvcc 13.0 encodes mma.sync of every shape, with nvdisasm's names for them:
 * HMMA.16816.F32, .1688.F32, .16816.F16, .1688.F16, .16816.F32.BF16, .1688.F32.BF16,
 * .1688.F32.TF32, .1684.F32.TF32, DMMA.884, IMMA.16832.S8.S8, .16816.S8.S8, .8816.S8.S8,
 * .16832.U8.S8, .16832.S4.S4, .16864.S4.S4. */
static void operations(void **state)
{
    static const struct {
        unsigned arch;
        uint64_t lo, hi;
        enum kp_precision precision;
        double operations;
    } rows[] = {
        {80, 0x000000100404723c, 0x004fee0000001808, KP_PRECISION_FP16_TENSOR_F32, 4096},
        {80, 0x0000000a0c04723c, 0x004fe20000001004, KP_PRECISION_FP16_TENSOR_F32, 2048},
        {86, 0x0000000e080a723c, 0x004fee000000080c, KP_PRECISION_FP16_TENSOR, 4096},
        {86, 0x00000006080c723c, 0x004fe2000000000a, KP_PRECISION_FP16_TENSOR, 2048},
        {90, 0x000000140404723c, 0x008fee0000041808, KP_PRECISION_BF16_TENSOR, 4096},
        {120, 0x000000060a0c723c, 0x004ff0000004100c, KP_PRECISION_BF16_TENSOR, 2048},
        {86, 0x000000100404723c, 0x004fee000008100c, KP_PRECISION_TF32_TENSOR, 2048},
        {86, 0x000000060404723c, 0x004fe6000008500c, KP_PRECISION_TF32_TENSOR, 1024},
        {80, 0x0000000a0204723f, 0x004e360000000004, KP_PRECISION_FP64_TENSOR, 512},
        {86, 0x0000001004047237, 0x004fee0000405c0c, KP_PRECISION_INT8_TENSOR, 8192},
        {86, 0x0000000604047237, 0x004fe6000040540c, KP_PRECISION_INT8_TENSOR, 4096},
        {80, 0x00000007020c7237, 0x004fe20000005408, KP_PRECISION_INT8_TENSOR, 2048},
        {80, 0x0000001004047237, 0x004fee0000404c08, KP_PRECISION_INT8_TENSOR, 8192},
        {80, 0x0000000a0c047237, 0x004fe20000585c04, KP_PRECISION_INT4_TENSOR, 8192},
        {80, 0x0000001004047237, 0x004fee0000785408, KP_PRECISION_INT4_TENSOR, 16384},
    };
    struct kp_sass_insn x;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kp_sass_work w;

        x = decode(rows[i].arch, rows[i].lo, rows[i].hi);
        w = kp_sass_work(rows[i].arch, &x);
        if (w.precision != rows[i].precision || w.operations != rows[i].operations)
            fail_msg("row %zu: precision %d, %g operations", i, (int)w.precision, w.operations);
    }
    x = decode(86, 0x0000000604047223, 0x000fe20000000006); /* FFMA */
    assert_int_equal(kp_sass_work(86, &x).precision, KP_PRECISION_FP32);
    assert_true(kp_sass_work(86, &x).operations == 64);
    x = decode(86, 0x0000000604047221, 0x000fe20000000006); /* FADD */
    assert_true(kp_sass_work(86, &x).operations == 32);
    x = decode(86, 0x0000000604049223, 0x000fe20000000006); /* @P1 FFMA */
    assert_true(kp_sass_work(86, &x).operations == 64);
    x = decode(86, 0x000000060404f223, 0x000fe20000000006); /* @!PT FFMA: never issued */
    assert_int_equal(kp_sass_work(86, &x).precision, KP_PRECISIONS);
    x = decode(86, 0x0000000604047210, 0x000fe20007ffe006); /* IADD3: no peak */
    assert_int_equal(kp_sass_work(86, &x).precision, KP_PRECISIONS);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* R2UR UR11, R9 leaves R11 as it is, in both of its encodings. */
static void move_to_a_uniform_register(void **state)
{
    static const uint64_t codes[] = {0x00000000090b72ca, 0x00000000090b73c2};
    struct kp_sass_launch launch = {.threads = {32, 1, 1}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct kp_sass_regs *w = kp_new(arena, struct kp_sass_regs);
        struct kp_sass_insn x = decode(90, 0x00000000000b7919, 0x000e220000002100);
        struct kp_sass_value at;

        kp_sass_regs_start(w, &launch, 0);
        kp_sass_execute(w, &x, UINT32_MAX); /* S2R R11, SR_TID.X */
        x = decode(90, codes[i], 0x000fe200000e0000);
        assert_string_equal(x.op->name, "R2UR");
        kp_sass_execute(w, &x, UINT32_MAX);
        x = decode(90, 0x000000000b007984, 0x000e220000000800); /* LDS R0, [R11] */
        at = kp_sass_address(w, &x);
        assert_int_equal(at.known, UINT32_MAX);
        assert_int_equal(at.v[5], 5);
    }
}

/* ---- time ------------------------------------------------------------------------------------ */

static const struct kp_sass_walk *walked(const struct kp_overlap *o, unsigned threads)
{
    struct kp_sass_walk *w = kp_new(arena, struct kp_sass_walk);

    kp_sass_walk(arena, o, &(struct kp_sass_launch){.threads = {threads, 1, 1}}, NULL, w);
    return w;
}

static double played(const struct kp_overlap *o, double latency, unsigned blocks, unsigned threads)
{
    struct kp_timing t = {.barrier = 10};

    t.of[KP_INSN_FFMA] = (struct kp_cost){1, 1, 0, 0};
    t.of[KP_INSN_LOAD_GLOBAL] = (struct kp_cost){2, 4, 0, latency};
    t.of[KP_INSN_ASYNC_COPY] = (struct kp_cost){2, 4, 0, latency};
    return kp_sass_time(arena, &t, o, walked(o, threads), blocks);
}

/* FFMA with these registers; `reuse` by operand. */
static struct kp_sass_insn ffma(uint64_t a, uint64_t b, uint64_t c, uint64_t reuse)
{
    return decode(90, 0x223 | 7 << 12 | a << 24 | b << 32, c | reuse << 58);
}

static void conflicts_of_register_banks(void **state)
{
    struct kp_sass_insn x = ffma(2, 4, 6, 0), kept = ffma(2, 9, 11, 1), other = ffma(3, 2, 5, 1);
    struct kp_sass_insn constant = decode(90, 0x823 | 7 << 12 | 2 << 24, 4);
    struct kp_sass_insn sum = decode(90, 0x221 | 7 << 12 | 2 << 24 | (uint64_t)4 << 32, 0);

    (void)state;
    assert_int_equal(x.opclass, KP_INSN_FFMA);
    assert_true(kp_sass_banks_conflict(NULL, &x));
    assert_true(kp_sass_banks_conflict(&other, &x)); /* kept in another place */
    assert_false(kp_sass_banks_conflict(&kept, &x));
    kept.reuse = 2;
    assert_true(kp_sass_banks_conflict(&kept, &x)); /* that one is not kept */
    x = ffma(2, 5, 6, 0);
    assert_false(kp_sass_banks_conflict(NULL, &x));
    x = ffma(2, 4, 2, 0);
    assert_false(kp_sass_banks_conflict(NULL, &x));
    x = ffma(255, 3, 5, 0); /* RZ is in no bank */
    assert_false(kp_sass_banks_conflict(NULL, &x));
    assert_false(kp_sass_banks_conflict(NULL, &constant));
    assert_int_equal(sum.opclass, KP_INSN_FFMA);
    assert_false(kp_sass_banks_conflict(NULL, &sum));
}

static void time_of_exposed_loads(void **state)
{
    const struct kp_overlap *exposed = not_pipelined(1, 64);
    double one = played(exposed, 500, 1, 128);

    (void)state;
    assert_true(one > 500 + 64 && one < 500 + 64 + 60); /* the load, then the math, then barriers */
    assert_true(played(exposed, 500, 8, 128) < one / 4); /* other blocks hide it */
    assert_true(played(exposed, 500, 8, 128) >= 64);     /* but not below the math's own time */
    assert_true(played(exposed, 500, 1, 1024) >= 8 * 64);
    assert_true(played(exposed, 500, 0, 128) == 0);
}

static void time_of_overlapped_loads(void **state)
{
    double deep = played(ring(3, 64), 500, 1, 128), shallow = played(ring(0, 64), 500, 1, 128);

    (void)state;
    assert_true(deep < 500 && shallow > 500); /* four tiles under way, and one */
    assert_true(played(ring(3, 600), 500, 1, 128) < 600 + 60);
}

static void time_per_math(void **state)
{
    const struct kp_overlap *once = not_pipelined(1, 64), *unrolled = not_pipelined(4, 64);

    (void)state;
    assert_true(kp_sass_main_math(unrolled, walked(unrolled, 128), once, walked(once, 128)) ==
                4 * kp_sass_main_math(once, walked(once, 128), once, walked(once, 128)));
    assert_in_range((uintmax_t)played(unrolled, 500, 1, 128),
                    (uintmax_t)(3.8 * played(once, 500, 1, 128)),
                    (uintmax_t)(4.2 * played(once, 500, 1, 128)));
}

static void figures_of_time(void **state)
{
    const char *error = NULL;
    const struct kp_timing *t = kp_timing_load(arena, NULL, 90, &error);

    (void)state;
    assert_non_null(t);
    assert_true(t->is_fitted && t->memory > 0 && t->of[KP_INSN_FFMA].unit);
    assert_true(kp_timing_of(t, "IADD3", KP_INSN_INT) == &t->of[KP_INSN_INT]);
    assert_true(kp_timing_of(t, "IMAD", KP_INSN_INT)->unit != t->of[KP_INSN_INT].unit);
    assert_true(kp_timing_of(t, NULL, KP_INSN_OTHER) == &t->of[KP_INSN_OTHER]);
    t = kp_timing_load(arena, NULL, 86, &error);
    assert_true(t && !t->is_fitted);
}

static void figures_that_make_no_sense(void **state)
{
    static const char *const lines[] = {
        "ffma = fma 1 0", "ffma = fma 1 0 0 0", "nothing = fma 1 0 0", "memory = -1",
        "barrier = soon", "IMAD = imad 2",      "sms = many",          "spread = wide"};
    const char *error = NULL, *folder = kp_temp_new(arena, &error);
    const char *path = kp_sprintf(arena, "%s/timing.ini", folder);

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        FILE *f = fopen(path, "w");

        assert_non_null(f);
        fprintf(f, "[sm_90]\n%s\n", lines[i]);
        fclose(f);
        error = NULL;
        assert_null(kp_timing_load(arena, folder, 90, &error));
        assert_non_null(strstr(error, "timing.ini:2:"));
    }
    kp_temp_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_listings),
        cmocka_unit_test(control_field),
        cmocka_unit_test(access_sizes),
        cmocka_unit_test(counted_wait),
        cmocka_unit_test(jumps),
        cmocka_unit_test(never_issued),
        cmocka_unit_test(constant_moves),
        cmocka_unit_test(opcodes_by_architecture),
        cmocka_unit_test(operations),
        cmocka_unit_test(rules_of_a_folder),
        cmocka_unit_test(names_of_kernels),
        cmocka_unit_test(load_in_front_of_the_barrier),
        cmocka_unit_test(load_ahead_of_the_math),
        cmocka_unit_test(load_that_was_sunk),
        cmocka_unit_test(load_with_an_early_wait),
        cmocka_unit_test(barrier_in_between),
        cmocka_unit_test(commit_groups),
        cmocka_unit_test(groups_waited_for_at_once),
        cmocka_unit_test(copies_without_a_wait),
        cmocka_unit_test(inner_loops),
        cmocka_unit_test(main_loop_is_inside),
        cmocka_unit_test(cycle_with_two_entries),
        cmocka_unit_test(reconvergence),
        cmocka_unit_test(good_versions),
        cmocka_unit_test(math_went_missing),
        cmocka_unit_test(copies_are_not_asynchronous),
        cmocka_unit_test(new_spills),
        cmocka_unit_test(move_to_a_uniform_register),
        cmocka_unit_test(conflicts_of_register_banks),
        cmocka_unit_test(time_of_exposed_loads),
        cmocka_unit_test(time_of_overlapped_loads),
        cmocka_unit_test(time_per_math),
        cmocka_unit_test(figures_of_time),
        cmocka_unit_test(figures_that_make_no_sense),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
