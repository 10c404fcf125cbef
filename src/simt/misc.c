/* Instructions that only hint, name what this machine does not have, or stop the kernel. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

static void exec_nothing(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)w;
    (void)i;
    (void)mask;
}

/* ---- caches ---- */

static const char *const spaces[] = {"global", "local", "const", "param", NULL};
static const char *const levels[] = {"L1",        "L2", "L2::evict_last", "L2::evict_normal",
                                     "tensormap", NULL};

/* prefetch{.space}.level, prefetchu.L1 */
void decode_prefetch(struct decoder *d)
{
    dec_part_of(d, spaces);
    if (!dec_part_of(d, levels))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 1, 1);
    dec_emit(d, exec_nothing);
}

void decode_prefetchu(struct decoder *d)
{
    decode_prefetch(d);
}

/* applypriority{.global}.L2::evict_normal [a], 128 */
void decode_applypriority(struct decoder *d)
{
    dec_part(d, "global");
    if (!dec_part(d, "L2::evict_normal"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    dec_emit(d, exec_nothing);
}

/* The contents are gone: reading them again would give anything. */
static void exec_discard(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint8_t *p =
            kp_access(w, i, l, i->more->space, lane_address(w, i, l), 128, WHAT_WRITE, NULL);
        if (p)
            memset(p, 0xff, 128);
    }
}

void decode_discard(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    int64_t imm;

    m->space = dec_part(d, "global") ? SPACE_GLOBAL : SPACE_GENERIC;
    if (!dec_part(d, "L2"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    if (dec_int(d, &d->in->opnd[1]) != 128)
        dec_fail(d, "only 128 bytes can be discarded");
    imm = dec_address(d, &d->in->opnd[0], m);
    i = dec_emit(d, exec_discard);
    i->imm = imm;
    i->more = m;
}

/* A cache policy is only ever handed on. */
void decode_createpolicy(struct decoder *d)
{
    struct kp_insn *i;
    uint32_t zero = dec_constant(d, 0, LANE_64), at;

    if (!dec_part(d, "fractional") && !dec_part(d, "range") && !dec_part(d, "cvt"))
        dec_fail(d, "unsupported form");
    if (!kp_streq(d->part[d->n_parts - 1], "b64"))
        dec_fail(d, "unsupported type");
    at = dec_result(d, &d->in->opnd[0], LANE_64);
    i = dec_emit(d, kp_alu_find("mov.b64")->exec);
    i->d = at;
    i->a = zero;
}

/* ---- time, profiling, grids that depend on each other ---- */

static void exec_sleep(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)i;
    kp_yield(w, mask);
}

void decode_nanosleep(struct decoder *d)
{
    if (!dec_part(d, "u32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 1, 1);
    dec_emit(d, exec_sleep);
}

void decode_pmevent(struct decoder *d)
{
    dec_part(d, "mask");
    dec_done(d);
    dec_operands(d, 1, 1);
    dec_emit(d, exec_nothing);
}

/* Nothing runs before or behind this grid. */
void decode_griddepcontrol(struct decoder *d)
{
    if (!dec_part(d, "wait") && !dec_part(d, "launch_dependents"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 0, 0);
    dec_emit(d, exec_nothing);
}

/* ---- clusters: every block is one ---- */

/* mapa: an address in the shared memory of block b of the cluster, which can only be this one. */
static void exec_mapa(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        if (slot_read(w, m->slot[2], l))
            kp_alarm_text(w, i, l, KP_ALARM_BOUNDS, "mapa names a block outside the cluster");
        slot_write(w, m->slot[0], l, slot_read(w, m->slot[1], l));
    }
}

void decode_mapa(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    bool wide;

    dec_part(d, "shared::cluster");
    wide = dec_part(d, "u64");
    if (!wide && !dec_part(d, "u32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 3, 3);
    m->slot[0] = dec_slot(d, &o[0]);
    m->slot[1] = dec_source_slot(d, &o[1], wide ? T_u64 : T_u32);
    m->slot[2] = dec_source_slot(d, &o[2], T_u32);
    dec_emit(d, exec_mapa)->more = m;
}

static void exec_getctarank(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        slot_write(w, i->more->slot[0], (unsigned)__builtin_ctz(rest), 0);
}

void decode_getctarank(struct decoder *d)
{
    struct kp_more *m = dec_more(d);

    dec_part(d, "shared::cluster");
    if (!dec_part(d, "u64") && !dec_part(d, "u32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 2, 2);
    m->slot[0] = dec_slot(d, &d->in->opnd[0]);
    dec_emit(d, exec_getctarank)->more = m;
}

/* ---- the end ---- */

static void exec_trap(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    kp_alarm_text(w, i, (unsigned)__builtin_ctz(mask), KP_ALARM_TRAP, "the kernel traps");
    kp_stop_run(w->block->machine, "the kernel trapped in block (%u,%u,%u)", w->block->id[0],
                w->block->id[1], w->block->id[2]);
    w->block->aborted = true;
    w->stop = true;
}

void decode_trap(struct decoder *d)
{
    dec_done(d);
    dec_operands(d, 0, 0);
    dec_emit(d, exec_trap);
}

void decode_brkpt(struct decoder *d)
{
    decode_trap(d);
}

/* ---- what is known and not modelled ---- */

/* The kernel may hold it on a way that this launch does not take, so the refusal waits until then.
 */
static void exec_refuse(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)mask;
    kp_stop_run(w->block->machine, "PTX line %u: %s: %s", i->more->line, i->more->op,
                i->more->text);
    w->block->aborted = true;
    w->stop = true;
}

void dec_refuse_when_run(struct decoder *d, const char *why)
{
    struct kp_more *m = dec_more(d);

    m->text = why;
    dec_emit(d, exec_refuse)->more = m;
}

void decode_wgmma(struct decoder *d)
{
    dec_refuse_when_run(d, "warpgroup matrix instructions (wgmma) are not supported");
}

void decode_setmaxnreg(struct decoder *d)
{
    dec_refuse_when_run(d, "moving registers between warpgroups is not supported");
}

void decode_tensormap(struct decoder *d)
{
    dec_refuse_when_run(d, "tensor maps (TMA) are not supported");
}

void decode_multimem(struct decoder *d)
{
    dec_refuse_when_run(d, "memory of several devices is not supported");
}
