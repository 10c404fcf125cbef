/* mbarrier objects. How they order threads:
 *
 *   - An arrival hands on what its thread has done and seen (.relaxed: only what its last fence
 *     collected) to the phase. A wait that finds the phase complete takes over what all arrivals of
 *     that phase handed on. Nothing else is ordered: not the other lanes of a warp of which one
 * lane arrives or waits, and nothing that a thread does behind its arrival.
 *   - cp.async.mbarrier.arrive and bulk copies arrive when their copies land, which is as late as
 * can be: when a wait asks for a phase in which nothing else is missing. Until then their targets
 * are poisoned, and what they hand on is what the thread had done when it issued them.
 *   - init is a write like any other: the other threads need a barrier behind it. Arrivals, waits,
 * tx counts and inval are atomic; an arrival or a wait that finds no object any more is an alarm
 *     (cuda::pipeline's destructor orders the lanes of a warp by match.sync alone).
 *
 * The object's state is kept here; shared memory only holds its shadow. */
#include "simt/mbarrier.h"

#include <string.h>

#include "util/str.h"

struct kp_mbarriers {
    KP_VEC(struct kp_mbarrier *) list;
    size_t n; /* of this block */
};

void kp_mbarrier_new(struct kp_block *b)
{
    b->mbarriers = kp_new(b->machine->arena, struct kp_mbarriers);
}

void kp_mbarrier_start(struct kp_block *b)
{
    b->mbarriers->n = 0;
}

/* At the end of a block: copies whose arrival nobody waited for. */
void kp_mbarrier_end(struct kp_block *b)
{
    for (size_t k = 0; k < b->mbarriers->n; k++) {
        const struct kp_mbarrier *bar = b->mbarriers->list.v[k];
        for (size_t n = 0; n < bar->deferred.n; n++) {
            const struct kp_deferred *d = &bar->deferred.v[n];
            struct kp_warp *w = &b->warps[d->warp];
            if (d->bytes)
                kp_alarm(w, &b->code[d->insn], d->lane, KP_ALARM_PENDING, WHAT_COPY,
                         d->target | SHARED_WINDOW, d->bytes);
        }
    }
    for (unsigned k = 0; k < b->n_warps; k++) {
        struct kp_warp *w = &b->warps[k];
        for (size_t n = 0; n < w->copies.n; n++)
            kp_alarm(w, &b->code[w->copies.v[n].insn], w->copies.v[n].lane, KP_ALARM_PENDING,
                     WHAT_COPY, w->copies.v[n].target | SHARED_WINDOW, w->copies.v[n].bytes);
    }
}

/* ---- the object ---- */

bool mbarrier_address(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t *at)
{
    uint64_t a = slot_read(w, i->more->address, lane) + (uint64_t)i->imm;

    if (!i->more->has_base)
        a = (uint64_t)i->imm;
    if (i->more->space == SPACE_GENERIC && (a & WINDOW_MASK) != SHARED_WINDOW) {
        kp_alarm_text(w, i, lane, KP_ALARM_MBARRIER, "an mbarrier has to lie in shared memory");
        return false;
    }
    *at = a & 0xffffffffu;
    return true;
}

struct kp_mbarrier *mbarrier_find(const struct kp_block *b, uint64_t at)
{
    for (size_t k = 0; k < b->mbarriers->n; k++)
        if (b->mbarriers->list.v[k]->at == at && b->mbarriers->list.v[k]->valid)
            return b->mbarriers->list.v[k];
    return NULL;
}

struct kp_mbarrier *mbarrier_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                                uint64_t at)
{
    struct kp_mbarrier *bar = mbarrier_find(w->block, at);

    if (!kp_access(w, i, lane, SPACE_SHARED, at, 8, WHAT_ATOMIC, NULL))
        return NULL;
    if (!bar)
        kp_alarm_text(w, i, lane, KP_ALARM_MBARRIER,
                      "this is not an mbarrier (mbarrier.init has not been executed)");
    return bar;
}

static void init(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t count)
{
    struct kp_mbarriers *all = w->block->mbarriers;
    struct kp_mbarrier *bar;
    uint64_t at, value = 0;
    uint8_t *p;

    if (!mbarrier_address(w, i, lane, &at))
        return;
    p = kp_access(w, i, lane, SPACE_SHARED, at, 8, WHAT_WRITE, NULL);
    if (!p)
        return;
    memcpy(p, &value, sizeof value);
    if (!count || count >= 1u << 20)
        kp_alarm_text(w, i, lane, KP_ALARM_MBARRIER, "the count is not one from 1 to 1048575");
    bar = mbarrier_find(w->block, at);
    if (!bar) {
        if (all->n == all->list.n) {
            bar = kp_new(w->block->machine->arena, struct kp_mbarrier);
            kp_push(w->block->machine->arena, &all->list, bar);
        }
        bar = all->list.v[all->n++];
    }
    bar->at = (uint32_t)at;
    bar->valid = true;
    bar->expected = bar->pending = count;
    bar->phase = 0;
    bar->tx = 0;
    bar->deferred.n = 0;
    if (!w->block->order)
        return;
    kp_order_drop(w->block, bar->sum);
    kp_order_drop(w->block, bar->last);
    bar->sum = kp_order_vector(w->block);
    bar->last = kp_order_vector(w->block);
}

static void complete(struct kp_warp *w, struct kp_mbarrier *bar)
{
    uint32_t *v = bar->last;

    if (bar->pending || bar->tx)
        return;
    w->block->idle = 0;
    bar->phase++;
    bar->pending = bar->expected;
    if (!w->block->order)
        return;
    bar->last = bar->sum;
    kp_order_drop(w->block, v);
    bar->sum = kp_order_vector(w->block);
}

void mbarrier_arrive(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     struct kp_mbarrier *bar, uint32_t count, const uint32_t *sum)
{
    w->block->idle = 0;
    if (sum)
        for (unsigned k = 0; k < w->block->n_warps * LANES; k++)
            bar->sum[k] = bar->sum[k] > sum[k] ? bar->sum[k] : sum[k];
    if (count > bar->pending) {
        kp_alarm_text(w, i, lane, KP_ALARM_MBARRIER,
                      "more arrivals than the phase of the mbarrier expects");
        count = bar->pending;
    }
    bar->pending -= count;
    complete(w, bar);
}

static void complete_bytes(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                           struct kp_mbarrier *bar, int64_t bytes)
{
    (void)i;
    (void)lane;
    bar->tx -= bytes;
    complete(w, bar);
}

void mbarrier_defer(struct kp_warp *w, struct kp_mbarrier *bar, struct kp_deferred d)
{
    kp_push(w->block->machine->arena, &bar->deferred, d);
}

void mbarrier_deliver(struct kp_warp *w, struct kp_mbarrier *bar)
{
    struct kp_block *b = w->block;
    int64_t bytes = 0;
    uint32_t arrivals = 0;
    size_t n = bar->deferred.n;

    for (size_t k = 0; k < n; k++) {
        bytes += bar->deferred.v[k].bytes;
        arrivals += bar->deferred.v[k].bytes == 0;
    }
    if (!n || arrivals != bar->pending || bytes != bar->tx)
        return;
    bar->deferred.n = 0;
    for (size_t k = 0; k < n; k++) {
        struct kp_deferred d = bar->deferred.v[k];
        struct kp_warp *from = &b->warps[d.warp];
        if (d.bytes) {
            bulk_land(from, &d);
            if (d.sum)
                mbarrier_arrive(from, &b->code[d.insn], d.lane, bar, 0, d.sum);
            complete_bytes(from, &b->code[d.insn], d.lane, bar, d.bytes);
        } else {
            async_land_until(from, d.lane, d.upto, d.clock);
            mbarrier_arrive(from, &b->code[d.insn], d.lane, bar, 1, d.sum);
        }
        kp_order_drop(b, d.sum);
    }
}

/* ---- instructions ---- */

enum { ARRIVE_NO_COMPLETE = 1, ARRIVE_DROP = 2, ARRIVE_EXPECT_TX = 4, ARRIVE_STATE = 8 };

static void exec_init(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        init(w, i, l, (uint32_t)slot_read(w, i->more->slot[1], l));
    }
}

static void exec_inval(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        struct kp_mbarrier *bar;
        uint64_t at;
        if (!mbarrier_address(w, i, l, &at))
            continue;
        bar = mbarrier_at(w, i, l, at);
        if (bar)
            bar->valid = false;
    }
}

/* The token: phase and missing arrivals before this one. */
static uint64_t token(const struct kp_mbarrier *bar)
{
    return (uint64_t)bar->phase << 20 | bar->pending;
}

static void arrive_lane(struct kp_warp *w, const struct kp_insn *i, unsigned l)
{
    const struct kp_more *m = i->more;
    uint32_t count = 1;
    struct kp_mbarrier *bar;
    uint64_t at, before;
    uint32_t *sum = NULL;

    if (!mbarrier_address(w, i, l, &at) || !(bar = mbarrier_at(w, i, l, at)))
        return;
    if (m->n == 2 && !(i->mode & ARRIVE_EXPECT_TX))
        count = (uint32_t)slot_read(w, m->slot[2], l);
    before = token(bar);
    if (i->mode & ARRIVE_EXPECT_TX)
        bar->tx += (int64_t)(uint32_t)slot_read(w, m->slot[2], l);
    if (i->mode & ARRIVE_DROP)
        bar->expected -= count < bar->expected ? count : bar->expected;
    if (i->mode & ARRIVE_NO_COMPLETE && count >= bar->pending)
        kp_alarm_text(w, i, l, KP_ALARM_MBARRIER, "arrive.noComplete completes the phase");
    if (w->block->order && m->order & ORDER_RELEASE) {
        sum = kp_order_vector(w->block);
        kp_order_publish(w, l, sum);
    }
    mbarrier_arrive(w, i, l, bar, count, sum || !w->block->order ? sum : kp_order_fenced(w, l));
    if (sum)
        kp_order_drop(w->block, sum);
    if (i->mode & ARRIVE_STATE)
        slot_write(w, m->slot[0], l, before);
}

static void exec_arrive(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        arrive_lane(w, i, (unsigned)__builtin_ctz(rest));
    w->clock++;
}

/* i->mode: expect_tx adds, complete_tx takes away */
static void exec_tx(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        struct kp_mbarrier *bar;
        int64_t bytes = (int64_t)(uint32_t)slot_read(w, i->more->slot[1], l);
        uint64_t at;
        if (!mbarrier_address(w, i, l, &at) || !(bar = mbarrier_at(w, i, l, at)))
            continue;
        if (i->mode)
            complete_bytes(w, i, l, bar, bytes);
        else
            bar->tx += bytes;
    }
}

static bool test(struct kp_warp *w, const struct kp_insn *i, unsigned l)
{
    struct kp_mbarrier *bar;
    uint64_t at, wanted = slot_read(w, i->more->slot[1], l);
    bool done;

    if (!mbarrier_address(w, i, l, &at) || !(bar = mbarrier_at(w, i, l, at)))
        return true;
    mbarrier_deliver(w, bar);
    done = i->mode ? (bar->phase & 1) != (wanted & 1) : bar->phase != (uint32_t)(wanted >> 20);
    if (done && w->block->order)
        kp_order_acquire(w, l, bar->last, i->more->order);
    return done;
}

/* i->mode: by parity. Lanes that have to wait let others go first. */
static void exec_test(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t done = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        done |= (uint32_t)test(w, i, l) << l;
    }
    set_pred(w, i->d, mask, done);
    if (done == mask)
        return;
    w->waits_at = i;
    w->block->idle++;
    kp_yield(w, mask & ~done);
}

static void exec_pending_count(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        slot_write(w, i->more->slot[0], l, slot_read(w, i->more->slot[1], l) & 0xfffff);
    }
}

/* ---- decoding ---- */

struct kp_slot mbarrier_operand(struct decoder *d, const struct ptx_opnd *o, struct kp_more *m,
                                int64_t *imm)
{
    *imm = dec_address(d, o, m);
    dec_access(d, SPACE_SHARED, 8);
    d->p->orders = true;
    return m->address;
}

/* .sem .scope .space .b64 in any number */
static void tail(struct decoder *d, struct kp_more *m, unsigned order)
{
    m->space = SPACE_GENERIC;
    m->order = 0;
    for (bool known = true; known;) {
        known = dec_order(d, &m->order);
        if (!known && (dec_part(d, "shared") || dec_part(d, "shared::cta") ||
                       dec_part(d, "shared::cluster"))) {
            m->space = SPACE_SHARED;
            known = true;
        }
    }
    if (!(m->order & ORDER_STRONG))
        m->order = ORDER_STRONG | order;
    if (!dec_part(d, "b64"))
        dec_fail(d, "unsupported type");
    dec_done(d);
}

static void emit(struct decoder *d, kp_exec exec, struct kp_more *m, unsigned mode, int64_t imm,
                 enum kp_strong strong)
{
    struct kp_insn *i = dec_emit(d, exec);

    i->imm = imm;
    i->mode = (uint8_t)mode;
    i->strong = strong;
    i->more = m;
}

static void arrive(struct decoder *d, struct kp_more *m, unsigned mode)
{
    const struct ptx_opnd *o = d->in->opnd;
    unsigned at = 0;
    int64_t imm;

    if (dec_part(d, "expect_tx"))
        mode |= ARRIVE_EXPECT_TX;
    if (dec_part(d, "noComplete"))
        mode |= ARRIVE_NO_COMPLETE;
    tail(d, m, ORDER_RELEASE);
    dec_operands(d, 1, 3);
    if (o[0].kind != OPND_MEM) { /* a result, or _ */
        m->slot[0] = dec_slot(d, &o[at++]);
        mode |= ARRIVE_STATE;
    }
    if (at >= d->in->n)
        dec_fail(d, "the address is missing");
    mbarrier_operand(d, &o[at++], m, &imm);
    m->n = 1;
    if (at < d->in->n) {
        m->slot[2] = dec_source_slot(d, &o[at++], T_u32);
        m->n = 2;
    }
    if (mode & (ARRIVE_EXPECT_TX | ARRIVE_NO_COMPLETE) && m->n != 2)
        dec_fail(d, "the count is missing");
    emit(d, exec_arrive, m, mode, imm, STRONG_ATOMIC);
}

static void wait(struct decoder *d, struct kp_more *m)
{
    const struct ptx_opnd *o = d->in->opnd;
    bool parity = dec_part(d, "parity");
    int64_t imm;
    uint32_t p;

    tail(d, m, ORDER_ACQUIRE);
    dec_operands(d, 3, 4);
    p = dec_result(d, &o[0], LANE_PRED);
    mbarrier_operand(d, &o[1], m, &imm);
    m->slot[1] = dec_source_slot(d, &o[2], parity ? T_u32 : T_u64);
    emit(d, exec_test, m, parity, imm, STRONG_ATOMIC);
    d->p->code.v[d->p->code.n - 1].d = p;
}

static void counted(struct decoder *d, struct kp_more *m, kp_exec exec, unsigned mode,
                    enum kp_strong strong)
{
    const struct ptx_opnd *o = d->in->opnd;
    int64_t imm;

    tail(d, m, 0);
    dec_operands(d, 2, 2);
    mbarrier_operand(d, &o[0], m, &imm);
    m->slot[1] = dec_source_slot(d, &o[1], T_u32);
    emit(d, exec, m, mode, imm, strong);
}

void decode_mbarrier(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    int64_t imm;

    if (dec_part(d, "init")) {
        counted(d, m, exec_init, 0, WEAK);
    } else if (dec_part(d, "inval")) {
        tail(d, m, 0);
        dec_operands(d, 1, 1);
        mbarrier_operand(d, &d->in->opnd[0], m, &imm);
        emit(d, exec_inval, m, 0, imm, STRONG_ATOMIC);
    } else if (dec_part(d, "arrive")) {
        arrive(d, m, 0);
    } else if (dec_part(d, "arrive_drop")) {
        arrive(d, m, ARRIVE_DROP);
    } else if (dec_part(d, "expect_tx")) {
        counted(d, m, exec_tx, 0, STRONG_ATOMIC);
    } else if (dec_part(d, "complete_tx")) {
        counted(d, m, exec_tx, 1, STRONG_ATOMIC);
    } else if (dec_part(d, "test_wait") || dec_part(d, "try_wait")) {
        wait(d, m);
    } else if (dec_part(d, "pending_count") && dec_part(d, "b64")) {
        dec_done(d);
        dec_operands(d, 2, 2);
        m->slot[0] = dec_slot(d, &d->in->opnd[0]);
        m->slot[1] = dec_source_slot(d, &d->in->opnd[1], T_u64);
        emit(d, exec_pending_count, m, 0, 0, WEAK);
    } else {
        dec_fail(d, "unsupported form");
    }
}
