/* Instructions in which the lanes of a warp exchange values. All wait for their members first. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

enum shuffle { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* The lane that `lane` reads, and whether that one is in range. */
static unsigned shuffle_source(enum shuffle mode, unsigned lane, uint32_t b, uint32_t c, bool *ok)
{
    uint32_t offset = b & 31, clamp = c & 31, seg = c >> 8 & 31;
    int most = (int)((lane & seg) | (clamp & ~seg)), j;

    switch (mode) {
    case SHFL_UP:
        j = (int)lane - (int)offset;
        *ok = j >= most;
        break;
    case SHFL_DOWN:
        j = (int)(lane + offset);
        *ok = j <= most;
        break;
    case SHFL_BFLY:
        j = (int)(lane ^ offset);
        *ok = j <= most;
        break;
    default:
        j = (int)((lane & seg) | (offset & ~seg));
        *ok = j <= most;
    }
    return *ok ? (unsigned)j & 31 : lane;
}

static uint32_t first_u32(const struct kp_warp *w, uint32_t at, uint32_t mask)
{
    return ((const uint32_t *)reg_at(w, at))[__builtin_ctz(mask)];
}

static void exec_shfl(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const uint32_t *b = reg_at(w, i->b), *c = reg_at(w, i->c);
    uint32_t v[LANES], in_range = 0;

    if (!kp_converge(w, i, mask, first_u32(w, m->slot[0].at, mask)))
        return;
    memcpy(v, reg_at(w, i->a), sizeof v);
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        bool ok;
        ((uint32_t *)reg_at(w, i->d))[l] =
            v[shuffle_source((enum shuffle)i->mode, l, b[l], c[l], &ok)];
        in_range |= (uint32_t)ok << l;
    }
    if (i->flag)
        set_pred(w, m->e, mask, in_range);
}

void decode_shfl(struct decoder *d)
{
    static const char *const names[] = {"up", "down", "bfly", "idx"};
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    uint32_t to, at[3];
    unsigned mode = 4;

    if (!dec_part(d, "sync"))
        dec_fail(d, "only the .sync form is supported");
    for (unsigned k = 0; k < 4; k++)
        if (dec_part(d, names[k]))
            mode = k;
    if (mode == 4 || !dec_part(d, "b32"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 5, 5);
    to = dec_result(d, &o[0], LANE_32);
    if (o[0].second)
        m->e = dec_result(d, o[0].second, LANE_PRED);
    for (unsigned k = 0; k < 3; k++)
        at[k] = dec_source(d, &o[k + 1], T_u32);
    m->slot[0].at = dec_source(d, &o[4], T_u32);
    i = dec_emit(d, exec_shfl);
    i->d = to;
    i->a = at[0];
    i->b = at[1];
    i->c = at[2];
    i->mode = (uint8_t)mode;
    i->flag = o[0].second != NULL;
    i->more = m;
}

enum vote { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };

static void exec_vote(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t p, members = first_u32(w, i->b, mask);

    if (!kp_converge(w, i, mask, members))
        return;
    p = pred_of(w, i->a);
    p = (i->flag ? ~p : p) & mask;
    if (i->mode == VOTE_BALLOT) {
        for (uint32_t rest = mask; rest; rest &= rest - 1)
            ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(rest)] = p;
        return;
    }
    set_pred(w, i->d, mask,
             (i->mode == VOTE_ALL   ? p == mask
              : i->mode == VOTE_ANY ? p != 0
                                    : p == mask || !p)
                 ? FULL_MASK
                 : 0);
}

void decode_vote(struct decoder *d)
{
    static const char *const names[] = {"all", "any", "uni", "ballot"};
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_insn *i;
    uint32_t at[3];
    unsigned mode = 4;

    if (!dec_part(d, "sync"))
        dec_fail(d, "only the .sync form is supported");
    for (unsigned k = 0; k < 4; k++)
        if (dec_part(d, names[k]))
            mode = k;
    if (mode == 4 || !dec_part(d, mode == VOTE_BALLOT ? "b32" : "pred"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 3, 3);
    at[0] = dec_result(d, &o[0], mode == VOTE_BALLOT ? LANE_32 : LANE_PRED);
    at[1] = dec_source(d, &o[1], T_pred);
    at[2] = dec_source(d, &o[2], T_u32);
    i = dec_emit(d, exec_vote);
    i->d = at[0];
    i->a = at[1];
    i->b = at[2];
    i->mode = (uint8_t)mode;
    i->flag = o[1].negated;
}

static void exec_match(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    uint32_t all = 0;
    uint64_t first;

    if (!kp_converge(w, i, mask, first_u32(w, i->b, mask)))
        return;
    first = slot_read(w, m->slot[0], (unsigned)__builtin_ctz(mask));
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint32_t same = 0;
        for (uint32_t r = mask; r; r &= r - 1) {
            unsigned k = (unsigned)__builtin_ctz(r);
            same |= (uint32_t)(slot_read(w, m->slot[0], k) == slot_read(w, m->slot[0], l)) << k;
        }
        all |= (uint32_t)(slot_read(w, m->slot[0], l) == first) << l;
        if (!i->mode)
            ((uint32_t *)reg_at(w, i->d))[l] = same;
    }
    if (!i->mode)
        return;
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(rest)] = all == mask ? mask : 0;
    if (i->flag)
        set_pred(w, m->e, mask, all == mask ? FULL_MASK : 0);
}

void decode_match(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    uint32_t to, members;
    bool all, wide;

    all = dec_part(d, "all");
    if ((!all && !dec_part(d, "any")) || !dec_part(d, "sync"))
        dec_fail(d, "unsupported form");
    wide = dec_part(d, "b64");
    if (!wide && !dec_part(d, "b32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 3, 3);
    to = dec_result(d, &o[0], LANE_32);
    if (o[0].second)
        m->e = dec_result(d, o[0].second, LANE_PRED);
    m->slot[0] = dec_source_slot(d, &o[1], wide ? T_u64 : T_u32);
    members = dec_source(d, &o[2], T_u32);
    i = dec_emit(d, exec_match);
    i->d = to;
    i->b = members;
    i->mode = all;
    i->flag = o[0].second != NULL;
    i->more = m;
}

enum reduction { RED_ADD, RED_MIN, RED_MAX, RED_AND, RED_OR, RED_XOR };

static void exec_redux(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const uint32_t *a = reg_at(w, i->a);
    uint32_t r;

    if (!kp_converge(w, i, mask, first_u32(w, i->b, mask)))
        return;
    r = a[__builtin_ctz(mask)];
    for (uint32_t rest = mask & (mask - 1); rest; rest &= rest - 1) {
        uint32_t v = a[__builtin_ctz(rest)];
        bool less = i->flag ? (int32_t)v < (int32_t)r : v < r;
        switch ((enum reduction)i->mode) {
        case RED_ADD:
            r += v;
            break;
        case RED_MIN:
            r = less ? v : r;
            break;
        case RED_MAX:
            r = less ? r : v;
            break;
        case RED_AND:
            r &= v;
            break;
        case RED_OR:
            r |= v;
            break;
        case RED_XOR:
            r ^= v;
            break;
        }
    }
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(rest)] = r;
}

void decode_redux(struct decoder *d)
{
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_insn *i;
    uint32_t at[3];
    unsigned mode = 6;
    bool is_signed;

    if (!dec_part(d, "sync"))
        dec_fail(d, "unsupported form");
    for (unsigned k = 0; k < 6; k++)
        if (dec_part(d, names[k]))
            mode = k;
    is_signed = dec_part(d, "s32");
    if (mode == 6 || (!is_signed && !dec_part(d, "u32") && !dec_part(d, "b32")))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 3, 3);
    at[0] = dec_result(d, &o[0], LANE_32);
    at[1] = dec_source(d, &o[1], T_u32);
    at[2] = dec_source(d, &o[2], T_u32);
    i = dec_emit(d, exec_redux);
    i->d = at[0];
    i->a = at[1];
    i->b = at[2];
    i->mode = (uint8_t)mode;
    i->flag = is_signed;
}

static void exec_activemask(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(rest)] = mask;
}

void decode_activemask(struct decoder *d)
{
    struct kp_insn *i;
    uint32_t to;

    if (!dec_part(d, "b32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 1, 1);
    to = dec_result(d, &d->in->opnd[0], LANE_32);
    i = dec_emit(d, exec_activemask);
    i->d = to;
}

/* The lowest of the members is elected. */
static void exec_elect(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t members = first_u32(w, i->a, mask), leader;

    if (!kp_converge(w, i, mask, members))
        return;
    leader = (uint32_t)__builtin_ctz(mask);
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        ((uint32_t *)reg_at(w, i->d))[__builtin_ctz(rest)] = leader;
    set_pred(w, i->more->e, mask, 1u << leader);
}

void decode_elect(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    uint32_t to, members;

    if (!dec_part(d, "sync"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    if (!o[0].second)
        dec_fail(d, "the predicate is missing");
    to = dec_result(d, &o[0], LANE_32);
    m->e = dec_result(d, o[0].second, LANE_PRED);
    members = dec_source(d, &o[1], T_u32);
    i = dec_emit(d, exec_elect);
    i->d = to;
    i->a = members;
    i->more = m;
}
