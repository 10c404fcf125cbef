/* Branches, barriers, exits. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

static void exec_bra(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    kp_branch(w, mask, i->target);
}

static void exec_exit(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    (void)i;
    if (w->copies.n)
        kp_async_exit(w, mask);
    kp_lanes_exit(w, mask);
}

kp_exec dec_exit(void)
{
    return exec_exit;
}

kp_exec dec_branch(void)
{
    return exec_bra;
}

void decode_bra(struct decoder *d)
{
    dec_part(d, "uni");
    dec_done(d);
    dec_operands(d, 1, 1);
    dec_emit(d, exec_bra);
    dec_label(d, &d->in->opnd[0], NULL);
}

/* One group of lanes per call: the others come back to the instruction. */
static void exec_brx(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const uint32_t *index = reg_at(w, i->a);
    uint32_t first = index[__builtin_ctz(mask)], same = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        int l = __builtin_ctz(rest);
        same |= index[l] == first ? 1u << l : 0;
    }
    if (first >= i->more->n) {
        kp_alarm_text(w, i, (unsigned)__builtin_ctz(mask), KP_ALARM_TRAP,
                      "branch index outside its table");
        kp_lanes_exit(w, same);
        return;
    }
    if (same != mask) {
        for (uint32_t rest = mask & ~same; rest; rest &= rest - 1)
            w->lane_pc[__builtin_ctz(rest)] = insn_index(w, i);
        w->active &= ~(mask & ~same);
        if (insn_index(w, i) < w->stop_at)
            w->stop_at = insn_index(w, i);
    }
    kp_branch(w, same, i->more->targets[first]);
}

static const struct ptx_table *find_table(struct decoder *d, const char *name)
{
    const struct ptx_func *f = d->frame->f;
    const struct ptx_table *found = NULL;

    for (size_t k = 0; k < f->tables.n; k++) {
        const struct ptx_table *t = f->tables.v[k];

        if (kp_streq(t->name, name) &&
            ptx_is_nearer(f, t->scope, d->in->scope, found ? &found->scope : NULL))
            found = t;
    }
    if (!found)
        dec_fail(d, "unknown table of targets %s", name ? name : "");
    return found;
}

void decode_brx(struct decoder *d)
{
    const struct ptx_table *t;
    struct kp_more *m = dec_more(d);
    uint32_t *targets;
    struct kp_insn *i;
    uint32_t index;

    if (!dec_part(d, "idx"))
        dec_fail(d, "unsupported form");
    dec_part(d, "uni");
    dec_done(d);
    dec_operands(d, 2, 2);
    index = dec_source(d, &d->in->opnd[0], T_u32);
    t = find_table(d, d->in->opnd[1].name);
    targets = kp_new_array(d->arena, uint32_t, t->labels.n);
    m->n = (unsigned)t->labels.n;
    m->targets = targets;
    i = dec_emit(d, exec_brx);
    i->a = index;
    i->more = m;
    for (size_t k = 0; k < t->labels.n; k++) {
        struct ptx_opnd o = {.kind = OPND_LABEL, .name = t->labels.v[k]};

        o.label = ptx_label_at(d->frame->f, o.name, t->scope);
        if (o.label < 0)
            dec_fail(d, "unknown label %s", o.name);
        dec_label(d, &o, &targets[k]);
    }
}

void decode_exit(struct decoder *d)
{
    dec_done(d);
    dec_operands(d, 0, 0);
    dec_emit(d, exec_exit);
}

void decode_ret(struct decoder *d)
{
    struct ptx_opnd end = {.kind = OPND_LABEL, .label = (int)d->frame->f->insts.n};

    dec_part(d, "uni");
    dec_done(d);
    dec_operands(d, 0, 0);
    if (!d->frame->caller) {
        dec_emit(d, exec_exit);
        return;
    }
    dec_emit(d, exec_bra);
    dec_label(d, &end, NULL);
}

void dec_end(struct decoder *d, struct frame *f)
{
    struct kp_insn *i;

    if (!f->f->insts.n)
        dec_fail(d, "the kernel has no instructions");
    d->frame = f;
    d->in = &f->f->insts.v[f->f->insts.n - 1];
    i = dec_emit(d, exec_exit);
    i->guard = NO_GUARD;
}

/* ---- barriers ---- */

static void exec_bar(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t id = ((uint32_t *)reg_at(w, i->a))[__builtin_ctz(mask)];
    uint32_t count = ((uint32_t *)reg_at(w, i->b))[__builtin_ctz(mask)];

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    kp_async_shake(w);
    w->waits_at = i;
    w->waits_mask = mask;
    if (i->mode) {
        uint32_t p = pred_of(w, i->c);
        struct kp_barrier *bar = &w->block->barriers[id % MAX_BARRIERS];
        bar->votes += (unsigned)__builtin_popcount((i->flag & 1 ? ~p : p) & mask);
        bar->voters += (unsigned)__builtin_popcount(mask);
    }
    kp_barrier_arrive(w, id, count, !(i->flag & 2));
}

static void exec_bar_warp(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t members = ((uint32_t *)reg_at(w, i->a))[__builtin_ctz(mask)];

    if (kp_converge(w, i, mask, members))
        kp_clock_warp(w, members);
}

static void bar_reduce(struct decoder *d)
{
    static const char *const kinds[] = {"", "popc", "and", "or"};
    const struct ptx_opnd *o = d->in->opnd;
    unsigned mode = 0, last = d->in->n - 1;
    struct kp_insn *i;
    uint32_t at[4];

    for (unsigned k = 1; k < 4; k++)
        if (dec_part(d, kinds[k]))
            mode = k;
    dec_part(d, "aligned");
    if (!mode || !dec_part(d, mode == 1 ? "u32" : "pred"))
        dec_fail(d, "unsupported reduction");
    dec_done(d);
    dec_operands(d, 3, 4);
    at[0] = dec_result(d, &o[0], mode == 1 ? LANE_32 : LANE_PRED);
    at[1] = dec_source(d, &o[1], T_u32);
    at[2] = d->in->n == 4 ? dec_source(d, &o[2], T_u32) : dec_constant(d, 0, LANE_32);
    at[3] = dec_source(d, &o[last], T_pred);
    i = dec_emit(d, exec_bar);
    i->d = at[0];
    i->a = at[1];
    i->b = at[2];
    i->c = at[3];
    i->mode = (uint8_t)mode;
    i->flag = o[last].negated;
}

void decode_bar(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_insn *i;
    uint32_t id, count;
    bool arrive;

    if (dec_part(d, "warp")) {
        if (!dec_part(d, "sync"))
            dec_fail(d, "unsupported form");
        dec_done(d);
        dec_operands(d, 1, 1);
        id = dec_source(d, &o[0], T_u32);
        i = dec_emit(d, exec_bar_warp);
        i->a = id;
        return;
    }
    dec_part(d, "cta");
    if (dec_part(d, "red")) {
        bar_reduce(d);
        return;
    }
    arrive = dec_part(d, "arrive");
    if (!arrive && !dec_part(d, "sync"))
        dec_fail(d, "unsupported form");
    dec_part(d, "aligned");
    dec_done(d);
    dec_operands(d, 1, 2);
    id = dec_source(d, &o[0], T_u32);
    count = d->in->n == 2 ? dec_source(d, &o[1], T_u32) : dec_constant(d, 0, LANE_32);
    i = dec_emit(d, exec_bar);
    i->a = id;
    i->b = count;
    i->flag = arrive ? 2 : 0;
}

void decode_barrier(struct decoder *d)
{
    decode_bar(d);
}
