/* cp.async: copies that may land at any time up to the wait that covers them. */
#include "simt/mbarrier.h"

#include <string.h>

#include "util/str.h"

static uint64_t next_random(struct kp_block *b)
{
    b->random ^= b->random << 13;
    b->random ^= b->random >> 7;
    b->random ^= b->random << 17;
    return b->random;
}

/* What it brings, as global memory is now. */
static void fetch(struct kp_warp *w, const struct kp_flight *c, uint8_t v[16])
{
    const struct kp_insn *i = &w->block->code[c->insn];
    unsigned n = c->source_bytes < c->bytes ? c->source_bytes : c->bytes;
    const uint8_t *p;

    memset(v, 0, 16);
    if (!n)
        return;
    /* byte by byte only when the size is not one that an access can have */
    if ((n & (n - 1)) == 0) {
        p = kp_global_at(w, i, c->lane, c->source, n, WHAT_COPY, NULL);
        if (p)
            move_bytes(v, p, n);
        return;
    }
    for (unsigned k = 0; k < n; k++)
        if ((p = kp_global_at(w, i, c->lane, c->source + k, 1, WHAT_COPY, NULL)))
            v[k] = *p;
}

static void move_data(struct kp_warp *w, struct kp_flight *c)
{
    uint8_t v[16];

    fetch(w, c, v);
    move_bytes(w->block->smem + c->target, v, c->bytes);
    c->landed = true;
}

static bool covers(const struct kp_flight *c, uint32_t at, unsigned bytes)
{
    return c->target <= at && at + bytes <= c->target + c->bytes;
}

bool kp_async_same(struct kp_warp *w, const struct kp_flight *c, uint32_t at, unsigned bytes)
{
    const struct kp_block *b = w->block;
    uint8_t mine[16], other[16];
    bool any = false;

    fetch(w, c, mine);
    for (unsigned k = 0; k < b->n_warps; k++) {
        struct kp_warp *x = &b->warps[k];
        for (size_t n = 0; n < x->copies.n; n++) {
            const struct kp_flight *o = &x->copies.v[n];
            if (!covers(o, at, bytes))
                continue;
            fetch(x, o, other);
            if (!same_bytes(mine + (at - c->target), other + (at - o->target), bytes))
                return false;
            any = true;
        }
    }
    return any;
}

bool kp_async_keeps(struct kp_warp *w, const struct kp_flight *c, uint32_t at, unsigned bytes)
{
    uint8_t v[16];

    fetch(w, c, v);
    return same_bytes(w->block->smem + at, v + (at - c->target), bytes);
}

/* Covered by the wait: the thread may rely on it, others only after a barrier. */
static void settle(struct kp_warp *w, struct kp_flight *c, uint32_t clock)
{
    if (!c->landed)
        move_data(w, c);
    if (w->block->race)
        kp_shadow_land(w, c, clock);
}

static void land_but(struct kp_warp *w, uint32_t mask, uint32_t keep)
{
    size_t left = 0;

    for (size_t k = 0; k < w->copies.n; k++) {
        struct kp_flight *c = &w->copies.v[k];
        if ((mask >> c->lane & 1) && (uint64_t)c->group + keep < w->group[c->lane])
            settle(w, c, w->clock);
        else
            w->copies.v[left++] = *c;
    }
    w->copies.n = left;
}

/* Those that an arrival at an mbarrier waits for; their writes are as old as that instruction. */
void async_land_until(struct kp_warp *w, unsigned lane, uint32_t number, uint32_t clock)
{
    size_t left = 0;

    for (size_t k = 0; k < w->copies.n; k++) {
        struct kp_flight *c = &w->copies.v[k];
        if (c->lane == lane && c->number < number)
            settle(w, c, clock);
        else
            w->copies.v[left++] = *c;
    }
    w->copies.n = left;
}

/* Random landing: any copy in flight may arrive at a barrier, a commit or a wait. */
void kp_async_shake(struct kp_warp *w)
{
    if (w->block->machine->options->landing != KP_LAND_RANDOM)
        return;
    for (size_t k = 0; k < w->copies.n; k++)
        if (!w->copies.v[k].landed && (next_random(w->block) >> 20 & 3) == 0)
            move_data(w, &w->copies.v[k]);
}

void kp_async_exit(struct kp_warp *w, uint32_t mask)
{
    size_t left = 0;

    for (size_t k = 0; k < w->copies.n; k++) {
        struct kp_flight *c = &w->copies.v[k];
        if ((mask >> c->lane & 1) && !c->tracked)
            kp_alarm(w, &w->block->code[c->insn], c->lane, KP_ALARM_PENDING, WHAT_COPY,
                     c->target | SHARED_WINDOW, c->bytes);
        else
            w->copies.v[left++] = *c;
    }
    w->copies.n = left;
}

static void add_copy(struct kp_warp *w, const struct kp_flight *c)
{
    if (w->copies.n == w->copies.cap) {
        size_t cap = w->copies.cap ? 2 * w->copies.cap : 256;
        void *v = kp_warp_grow(w, w->copies.v, w->copies.cap * sizeof *c, cap * sizeof *c);
        w->copies.v = v;
        w->copies.cap = cap;
    }
    w->copies.v[w->copies.n++] = *c;
}

static bool aligned_source(struct kp_warp *w, const struct kp_insn *i, const struct kp_flight *c)
{
    if (!c->source_bytes || !(c->source & (c->bytes - 1u)))
        return true;
    kp_alarm(w, i, c->lane, KP_ALARM_ALIGN, WHAT_READ, c->source, c->bytes);
    return false;
}

static void exec_copy(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    struct kp_block *b = w->block;
    bool eager = b->machine->options->landing == KP_LAND_EAGER;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        struct kp_flight c = {.lane = (uint8_t)l,
                              .bytes = (uint8_t)m->bytes,
                              .insn = insn_index(w, i),
                              .number = w->n_copies++,
                              .group = w->group[l]};
        uint64_t size = i->flag == 1 ? slot_read(w, m->slot[2], l) : m->bytes;
        c.target = (uint32_t)slot_read(w, m->slot[0], l) + (uint32_t)i->imm;
        c.source = slot_read(w, m->slot[1], l) + (uint64_t)(int64_t)(int32_t)i->target;
        if (i->flag == 2 && pred_of(w, m->e) >> l & 1)
            size = 0;
        c.source_bytes = (uint8_t)(size < m->bytes ? size : m->bytes);
        if (!kp_shared_at(w, i, l, c.target, m->bytes, WHAT_COPY) || !aligned_source(w, i, &c))
            continue;
        if (eager) {
            if (b->race)
                kp_shadow_copy(w, &c, false);
            move_data(w, &c);
            continue;
        }
        if (b->race)
            kp_shadow_copy(w, &c, true);
        memset(b->smem + c.target, 0xff, m->bytes);
        add_copy(w, &c);
    }
}

bool kp_is_copy(const struct kp_insn *i)
{
    return i->exec == exec_copy || kp_starts_with(i->more ? i->more->op : "", "cp.async.bulk");
}

static void exec_commit(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)i;
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        w->group[__builtin_ctz(rest)]++;
    kp_async_shake(w);
}

static void exec_wait(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    if (i->flag) /* wait_all: commit and wait for everything */
        exec_commit(w, i, mask);
    kp_async_shake(w);
    land_but(w, mask, (uint32_t)i->imm);
}

static void decode_copy(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d), target = {0}, source = {0};
    struct kp_insn *i;
    int64_t to, from;
    bool cg;
    unsigned form = 0;

    cg = dec_part(d, "cg");
    if (!cg && !dec_part(d, "ca"))
        dec_fail(d, "unsupported cache operation");
    if ((!dec_part(d, "shared") && !dec_part(d, "shared::cta")) || !dec_part(d, "global"))
        dec_fail(d, "unsupported spaces");
    while (dec_part(d, "L2::cache_hint") || dec_part(d, "L2::64B") || dec_part(d, "L2::128B") ||
           dec_part(d, "L2::256B"))
        continue;
    dec_done(d);
    dec_operands(d, 3, 5);
    target.space = SPACE_SHARED;
    to = dec_address(d, &o[0], &target);
    from = dec_address(d, &o[1], &source);
    m->bytes = (unsigned)dec_int(d, &o[2]);
    if (m->bytes != 16 && (cg || (m->bytes != 4 && m->bytes != 8)))
        dec_fail(d, "copies of %u bytes do not exist", m->bytes);
    if (d->in->n > 3 && o[3].kind == OPND_REG && d->frame->f->regs.v[o[3].reg].lane == LANE_PRED) {
        form = 2;
        m->e = dec_source(d, &o[3], T_pred);
    } else if (d->in->n > 3 &&
               !(o[3].kind == OPND_REG && d->frame->f->regs.v[o[3].reg].lane == LANE_64)) {
        form = 1;
        m->slot[2] = dec_source_slot(d, &o[3], T_u32);
    }
    if (!target.has_base)
        target.address.at = dec_constant(d, 0, LANE_32);
    if (!source.has_base)
        source.address = (struct kp_slot){dec_constant(d, 0, LANE_64), true, false};
    m->slot[0] = target.address;
    m->slot[1] = source.address;
    dec_access(d, SPACE_SHARED, m->bytes);
    dec_access(d, SPACE_GLOBAL, m->bytes);
    d->p->uses_async = true;
    i = dec_emit(d, exec_copy);
    i->imm = to;
    i->target = (uint32_t)(int32_t)from;
    i->flag = (uint8_t)form;
    i->more = m;
}

void decode_cp(struct decoder *d)
{
    struct kp_insn *i;

    if (kp_streq(dec_peek(d), "reduce")) {
        dec_refuse_when_run(d, "reducing bulk copies (TMA) are not supported");
        return;
    }
    if (!dec_part(d, "async"))
        dec_fail(d, "unsupported form");
    if (dec_part(d, "mbarrier")) {
        if (!dec_part(d, "arrive"))
            dec_fail(d, "unsupported form");
        decode_async_arrive(d);
    } else if (dec_part(d, "bulk")) {
        decode_bulk(d);
    } else if (dec_part(d, "commit_group")) {
        dec_done(d);
        dec_emit(d, exec_commit);
    } else if (dec_part(d, "wait_group")) {
        uint64_t n;
        dec_done(d);
        dec_operands(d, 1, 1);
        n = dec_int(d, &d->in->opnd[0]);
        i = dec_emit(d, exec_wait);
        i->imm = (int64_t)n;
    } else if (dec_part(d, "wait_all")) {
        dec_done(d);
        i = dec_emit(d, exec_wait);
        i->flag = 1;
    } else if (kp_streq(dec_peek(d), "ca") || kp_streq(dec_peek(d), "cg")) {
        decode_copy(d);
    } else {
        dec_fail(d, "unsupported form");
    }
}
