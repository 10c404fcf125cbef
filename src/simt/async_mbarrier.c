/* Copies that arrive at an mbarrier: cp.async.mbarrier.arrive, cp.async.bulk into shared memory. */
#include "simt/mbarrier.h"

#include <string.h>

#include "util/str.h"

/* ---- cp.async.mbarrier.arrive ---- */

/* Whether the lane has copies in flight; the mbarrier lands them from now on. */
static bool track_copies(struct kp_warp *w, unsigned lane)
{
    bool any = false;

    for (size_t k = 0; k < w->copies.n; k++) {
        if (w->copies.v[k].lane != lane)
            continue;
        w->copies.v[k].tracked = true;
        any = true;
    }
    return any;
}

/* flag: .noinc, the arrival is one of those that the mbarrier expects */
static void exec_async_arrive(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    struct kp_block *b = w->block;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        struct kp_deferred d = {.warp = w->index,
                                .lane = l,
                                .insn = insn_index(w, i),
                                .upto = w->n_copies,
                                .clock = w->clock};
        struct kp_mbarrier *bar;
        uint64_t at;
        if (!mbarrier_address(w, i, l, &at) || !(bar = mbarrier_at(w, i, l, at)))
            continue;
        if (b->order) {
            d.sum = kp_order_vector(b);
            kp_order_publish(w, l, d.sum);
        }
        if (!i->flag)
            bar->pending++;
        if (track_copies(w, l)) {
            mbarrier_defer(w, bar, d);
            continue;
        }
        mbarrier_arrive(w, i, l, bar, 1, d.sum);
        if (d.sum)
            kp_order_drop(b, d.sum);
    }
    w->clock++;
}

void decode_async_arrive(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    bool noinc = dec_part(d, "noinc");
    int64_t imm;

    m->space = dec_part(d, "shared") || dec_part(d, "shared::cta") ? SPACE_SHARED : SPACE_GENERIC;
    if (!dec_part(d, "b64"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 1, 1);
    mbarrier_operand(d, &d->in->opnd[0], m, &imm);
    i = dec_emit(d, exec_async_arrive);
    i->imm = imm;
    i->flag = noinc;
    i->strong = STRONG_ATOMIC;
    i->more = m;
}

/* ---- cp.async.bulk.shared.global ---- */

enum { PIECE = 16 };

void bulk_land(struct kp_warp *w, const struct kp_deferred *d)
{
    struct kp_block *b = w->block;
    const struct kp_insn *i = &b->code[d->insn];

    for (uint32_t k = 0; k < d->bytes; k += PIECE) {
        struct kp_flight c = {
            .target = d->target + k, .insn = d->insn, .lane = (uint8_t)d->lane, .bytes = PIECE};
        const uint8_t *p = kp_global_at(w, i, d->lane, d->source + k, PIECE, WHAT_COPY, NULL);
        if (p)
            memcpy(b->smem + d->target + k, p, PIECE);
        if (b->race)
            kp_shadow_land(w, &c, d->clock);
    }
}

/* The target must be there, aligned, and nobody else's. */
static bool take_target(struct kp_warp *w, const struct kp_insn *i, const struct kp_deferred *d)
{
    struct kp_block *b = w->block;

    for (uint32_t k = 0; k < d->bytes; k += PIECE) {
        if (!kp_shared_at(w, i, d->lane, d->target + k, PIECE, WHAT_COPY))
            return false;
        if (b->race)
            kp_shadow_pending(w, i, d->lane, d->target + k, PIECE);
        memset(b->smem + d->target + k, 0xff, PIECE);
    }
    return true;
}

static bool sixteens(struct kp_warp *w, const struct kp_insn *i, const struct kp_deferred *d)
{
    if (d->source % PIECE)
        kp_alarm(w, i, d->lane, KP_ALARM_ALIGN, WHAT_READ, d->source, PIECE);
    if (d->bytes % PIECE)
        kp_alarm_text(w, i, d->lane, KP_ALARM_ALIGN, "the size is not a multiple of 16 bytes");
    return d->source % PIECE == 0 && d->bytes % PIECE == 0;
}

static void exec_bulk(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    struct kp_block *b = w->block;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        struct kp_deferred d = {.warp = w->index,
                                .lane = l,
                                .insn = insn_index(w, i),
                                .bytes = (uint32_t)slot_read(w, m->slot[2], l),
                                .target = (uint32_t)slot_read(w, m->slot[0], l),
                                .source = slot_read(w, m->slot[1], l),
                                .clock = w->clock};
        struct kp_mbarrier *bar;
        uint64_t at;
        if (!mbarrier_address(w, i, l, &at))
            continue;
        bar = mbarrier_find(b, at); /* no access: the copy's own writes are not atomic */
        if (!bar)
            kp_alarm_text(w, i, l, KP_ALARM_MBARRIER, "this is no mbarrier");
        if (!bar || !d.bytes || !sixteens(w, i, &d) || !take_target(w, i, &d))
            continue;
        if (b->order) {
            d.sum = kp_order_vector(b);
            kp_order_publish(w, l, d.sum);
        }
        mbarrier_defer(w, bar, d);
        if (b->machine->options->landing == KP_LAND_EAGER)
            mbarrier_deliver(w, bar);
    }
    w->clock++;
}

/* A base and an offset, as one register. */
static struct kp_slot address_slot(struct decoder *d, const struct ptx_opnd *o,
                                   enum ptx_space space, bool wide)
{
    struct kp_more m = {.space = space};
    int64_t imm = dec_address(d, o, &m);
    uint32_t constant = dec_constant(d, (uint64_t)imm, wide ? LANE_64 : LANE_32), sum;
    struct kp_insn *i;

    if (!m.has_base)
        return (struct kp_slot){constant, wide, false};
    if (!imm)
        return m.address;
    if (m.address.wide != wide)
        dec_fail(d, "unsupported address");
    sum = dec_alloc(d, wide ? LANE_64 : LANE_32);
    i = dec_emit(d, kp_alu_find(wide ? "add.s64" : "add.s32")->exec);
    i->d = sum;
    i->a = m.address.at;
    i->b = constant;
    return (struct kp_slot){sum, wide, false};
}

/* cp.async.bulk.shared::{cluster,cta}.global.mbarrier::complete_tx::bytes [to], [from], size,
 * [mbar] */
void decode_bulk(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m;
    struct kp_insn *i;
    int64_t imm;

    if (!(dec_part(d, "shared::cluster") || dec_part(d, "shared::cta")) || !dec_part(d, "global") ||
        !dec_part(d, "mbarrier::complete_tx::bytes") ||
        kp_streq(dec_peek(d), "multicast::cluster") || d->in->n < 4) {
        dec_refuse_when_run(d, kp_streq(d->part[3], "tensor")
                                   ? "tensor copies (TMA) are not supported"
                                   : "this bulk copy (TMA) is not supported");
        return;
    }
    dec_part(d, "L2::cache_hint");
    dec_done(d);
    dec_operands(d, 4, 5);
    m = dec_more(d);
    m->space = SPACE_SHARED;
    m->slot[0] = address_slot(d, &o[0], SPACE_SHARED, false);
    m->slot[1] = address_slot(d, &o[1], SPACE_GLOBAL, true);
    m->slot[2] = dec_source_slot(d, &o[2], T_u32);
    mbarrier_operand(d, &o[3], m, &imm);
    dec_access(d, SPACE_SHARED, PIECE);
    dec_access(d, SPACE_GLOBAL, PIECE);
    d->p->uses_async = true;
    i = dec_emit(d, exec_bulk);
    i->imm = imm;
    i->more = m;
}
