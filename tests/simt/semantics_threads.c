/* Kernels of tools/gpu-semantics for what threads do together: exchanges in a warp, atomics,
 * mbarriers. */
#include "semantics.h"

#include <string.h>

/* Warp-wide instructions: operands are the threads' own values. */
static void exchanges(struct generator *g)
{
    static const char *const list[] = {
        "shfl.sync.up.b32 %r9, %r0, %r1, 0x0, -1",
        "shfl.sync.up.b32 %r9, %r0, 3, 0x1800, -1",
        "shfl.sync.down.b32 %r9, %r0, 5, 0x1f, -1",
        "shfl.sync.down.b32 %r9, %r0, 3, 0x181f, -1",
        "shfl.sync.bfly.b32 %r9, %r0, 9, 0x1f, -1",
        "shfl.sync.bfly.b32 %r9, %r0, 5, 0x100f, -1",
        "shfl.sync.idx.b32 %r9, %r0, %r1, 0x1f, -1",
        "shfl.sync.idx.b32 %r9, %r0, %r1, 0x1c1f, -1",
        "vote.sync.ballot.b32 %r9, %p2, -1",
        "match.any.sync.b32 %r9, %r3, -1",
        "redux.sync.add.s32 %r9, %r0, -1",
        "redux.sync.min.s32 %r9, %r0, -1",
        "redux.sync.max.u32 %r9, %r0, -1",
        "redux.sync.xor.b32 %r9, %r0, -1",
        "add.cc.u32 %r4, %r0, %r1; addc.u32 %r9, %r0, %r3",
        "sub.cc.u32 %r4, %r0, %r1; subc.u32 %r9, %r0, %r3",
        "mad.lo.cc.u32 %r4, %r0, %r1, %r0; madc.hi.u32 %r9, %r0, %r1, %r3",
        "set.lt.f16x2.f16x2 %r9, %r0, %r1",
        "set.geu.u32.f16x2 %r9, %r0, %r1",
        "setp.gt.f16x2 %p8|%p9, %r0, %r1; selp.b32 %r9, 5, 7, %p8; @%p9 add.u32 %r9, %r9, 64",
        "set.neu.bf16x2.bf16x2 %r9, %r0, %r1",
        "set.gt.f32.f32 %r9, %r0, %r1",
        "elect.sync %r9|%p9, -1; @%p9 add.u32 %r9, %r9, 64",
        "vote.sync.all.pred %p9, %p2, -1; selp.b32 %r9, 1, 0, %p9",
        "vote.sync.any.pred %p9, %p2, -1; selp.b32 %r9, 1, 0, %p9",
        "vote.sync.uni.pred %p9, !%p2, -1; selp.b32 %r9, 1, 0, %p9",
        "shfl.sync.down.b32 %r9|%p9, %r0, %r1, 0x81f, -1; @%p9 add.u32 %r9, %r9, 7",
        "shfl.sync.idx.b32 %r9|%p9, %r0, %r1, 0x1807, -1; @%p9 add.u32 %r9, %r9, 7",
        "match.all.sync.b32 %r9|%p9, %r3, -1; @%p9 add.u32 %r9, %r9, 7",
        "match.any.sync.b64 %r9, %d3, -1",
        "redux.sync.and.b32 %r9, %r0, -1",
        "redux.sync.or.b32 %r9, %r0, -1",
        "redux.sync.add.u32 %r9, %r0, -1",
        "redux.sync.max.s32 %r9, %r0, -1",
        "redux.sync.min.u32 %r9, %r0, -1",
        "@%p2 activemask.b32 %r9; @!%p2 activemask.b32 %r9",
        "movmatrix.sync.aligned.m8n8.trans.b16 %r9, %r0",
        "fns.b32 %r9, %r0, %r3, 2",
        "fns.b32 %r9, %r0, %r3, 0",
        "fns.b32 %r9, %r0, 31, -3",
        "add.cc.u32 %r4, %r0, %r1; addc.cc.u32 %r5, %r1, %r3; addc.u32 %r9, %r5, %r4",
        "mad.hi.cc.s32 %r4, %r0, %r1, %r0; madc.lo.s32 %r9, %r0, %r1, %r4",
        "bar.red.and.pred %p9, 0, %p2; selp.b32 %r9, 1, 0, %p9",
        "bar.red.popc.u32 %r9, 0, %p2",
        "barrier.sync 0; barrier.red.or.pred %p9, 1, 128, !%p2; selp.b32 %r9, 1, 0, %p9",
        "mov.u32 %r9, %lanemask_lt",
        "mov.u32 %r9, %lanemask_ge",
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        FILE *f = semantics_begin(g, list[k]);
        semantics_fetch(f, 0, 'r');
        semantics_fetch(f, 1, 'r');
        semantics_fetch(f, 2, 'p');
        semantics_fetch(f, 3, 'r');
        fprintf(f, "and.b32 %%r3, %%r3, 3;\n%s;\n", list[k]);
        semantics_deliver(f, 'r');
        fclose(f);
    }
}

/* On the thread's own word: memory starts as operand 0; the result is what was there, and what is
 * there afterwards. */
static void atomics(struct generator *g)
{
    static const struct {
        const char *op, *from;
        char width;
    } list[] = {
        {"add.u32", "rr", 'r'},
        {"add.s32", "rr", 'r'},
        {"add.u64", "dd", 'd'},
        {"add.f32", "rr", 'r'},
        {"add.f64", "dd", 'd'},
        {"add.noftz.f16", "hh", 'h'},
        {"add.noftz.bf16", "hh", 'h'},
        {"add.noftz.f16x2", "rr", 'r'},
        {"add.noftz.bf16x2", "rr", 'r'},
        {"min.u32", "rr", 'r'},
        {"min.s32", "rr", 'r'},
        {"min.u64", "dd", 'd'},
        {"min.s64", "dd", 'd'},
        {"max.u32", "rr", 'r'},
        {"max.s32", "rr", 'r'},
        {"max.u64", "dd", 'd'},
        {"max.s64", "dd", 'd'},
        {"inc.u32", "rr", 'r'},
        {"dec.u32", "rr", 'r'},
        {"and.b32", "rr", 'r'},
        {"or.b32", "rr", 'r'},
        {"xor.b32", "rr", 'r'},
        {"and.b64", "dd", 'd'},
        {"or.b64", "dd", 'd'},
        {"xor.b64", "dd", 'd'},
        {"exch.b32", "rr", 'r'},
        {"exch.b64", "dd", 'd'},
        {"cas.b16", "hhh", 'h'},
        {"cas.b32", "rrr", 'r'},
        {"cas.b64", "ddd", 'd'},
        {"acq_rel.gpu.global.add.u32", "rr", 'r'},
    };
    char name[96];

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        char w = list[k].width;
        const char *type = w == 'h' ? "b16" : w == 'r' ? "b32" : "b64";
        FILE *f;
        snprintf(name, sizeof name, "atom.%s", list[k].op);
        f = semantics_begin(g, name);
        for (unsigned n = 0; list[k].from[n]; n++)
            semantics_fetch(f, n, w);
        fprintf(f, "mov.b64 %%d8, 0; st.global.b64 [%%a5], %%d8; st.global.%s [%%a5], %%%c0;\n",
                type, w);
        fprintf(f, "%s %%%c8, [%%a5], %%%c1", name, w, w);
        if (list[k].from[2]) /* every other thread compares with what is there */
            fprintf(f, ", %%%c2", w);
        fprintf(f, ";\nld.global.b64 %%d7, [%%a5];\n");
        if (w == 'h')
            fprintf(f, "cvt.u64.u16 %%d8, %%h8;\n");
        if (w == 'r')
            fprintf(f, "cvt.u64.u32 %%d8, %%r8;\n");
        fprintf(f, "mad.lo.s64 %%d9, %%d8, 1000003, %%d7;\n");
        semantics_deliver(f, 'd');
        fclose(f);
    }
}

/* One mbarrier per warp: what the instructions return as the phases go by. */
static void mbarriers(struct generator *g)
{
    FILE *f = semantics_begin(g, "mbarrier: arrive, test_wait, parity, pending_count");

    fprintf(f,
            ".shared .align 8 .b64 bars[4];\n"
            "shr.u32 %%t5, %%t3, 5; shl.b32 %%t5, %%t5, 3; mov.u32 %%t6, bars; add.u32 %%t5, %%t5, "
            "%%t6;\n"
            "and.b32 %%t7, %%t3, 31; setp.eq.u32 %%p1, %%t7, 0; mov.b32 %%r9, 0;\n"
            "@%%p1 mbarrier.init.shared.b64 [%%t5], 33;\n bar.sync 0;\n"
            "mbarrier.arrive.shared.b64 %%d1, [%%t5];\n bar.warp.sync -1;\n"
            "mbarrier.test_wait.shared.b64 %%p2, [%%t5], %%d1; selp.b32 %%r1, 1, 0, %%p2;\n"
            "mad.lo.u32 %%r9, %%r9, 3, %%r1;\n bar.warp.sync -1;\n"
            "@%%p1 mbarrier.arrive.shared.b64 %%d2, [%%t5];\n bar.warp.sync -1;\n"
            "mbarrier.test_wait.shared.b64 %%p2, [%%t5], %%d1; selp.b32 %%r1, 1, 0, %%p2;\n"
            "mad.lo.u32 %%r9, %%r9, 3, %%r1;\n"
            "mbarrier.test_wait.parity.shared.b64 %%p2, [%%t5], 0; selp.b32 %%r1, 1, 0, %%p2;\n"
            "mad.lo.u32 %%r9, %%r9, 3, %%r1;\n"
            "mbarrier.test_wait.parity.shared.b64 %%p2, [%%t5], 1; selp.b32 %%r1, 1, 0, %%p2;\n"
            "mad.lo.u32 %%r9, %%r9, 3, %%r1;\n bar.warp.sync -1;\n"
            "@%%p1 mbarrier.arrive.shared.b64 %%d1, [%%t5], 20;\n"
            "@%%p1 mbarrier.arrive.shared.b64 %%d1, [%%t5], 3;\n"
            "@%%p1 mbarrier.pending_count.b64 %%r1, %%d1; @%%p1 mad.lo.u32 %%r9, %%r9, 41, %%r1;\n"
            "@%%p1 mbarrier.arrive_drop.shared.b64 %%d1, [%%t5];\n bar.warp.sync -1;\n"
            "@%%p1 mbarrier.arrive.shared.b64 %%d1, [%%t5], 9;\n bar.warp.sync -1;\n"
            "mbarrier.arrive.shared.b64 %%d1, [%%t5];\n bar.warp.sync -1;\n"
            "mbarrier.test_wait.shared.b64 %%p2, [%%t5], %%d1; selp.b32 %%r1, 1, 0, %%p2;\n"
            "mad.lo.u32 %%r9, %%r9, 3, %%r1;\n");
    semantics_deliver(f, 'r');
    fclose(f);
}

void semantics_threads(struct generator *g)
{
    exchanges(g);
    atomics(g);
    mbarriers(g);
}
