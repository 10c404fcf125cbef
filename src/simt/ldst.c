/* ld, st, and the address-space conversions. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

static uint64_t fetch(const uint8_t *p, unsigned bytes, bool sign)
{
    uint64_t v = 0;

    move_bytes(&v, p, bytes);
    if (sign && bytes < 8 && v >> (8 * bytes - 1))
        v |= ~(uint64_t)0 << (8 * bytes);
    return v;
}

static void exec_ld(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const unsigned total = m->bytes * m->n;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        const uint8_t *p =
            kp_access(w, i, l, m->space, lane_address(w, i, l), total, WHAT_READ, NULL);
        for (unsigned k = 0; k < m->n; k++)
            slot_write(w, m->slot[k], l, p ? fetch(p + k * m->bytes, m->bytes, m->sign) : 0);
    }
}

/* ld.global.nc, ldu: memory that is read-only during the launch. */
static void exec_ld_noncoherent(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    exec_ld(w, i, mask);
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        kp_noncoherent_read(w, i, l, lane_address(w, i, l), m->bytes * m->n);
    }
}

void kp_load_words_slow(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, unsigned n)
{
    const struct kp_more *m = i->more;
    const struct kp_block *b = w->block;
    const uint32_t *base = reg_at(w, m->address.at);
    const unsigned bytes = 4 * n;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint32_t at = (m->has_base ? base[l] : 0) + (uint32_t)i->imm;
        uint32_t v[4] = {0};
        if ((at & (bytes - 1)) == 0 && (uint64_t)at + bytes <= b->smem_size) {
            if (b->race)
                shadow_read(w, i, l, at, bytes);
            move_bytes(v, b->smem + at, bytes);
        } else {
            kp_shared_at(w, i, l, at, bytes, WHAT_READ);
        }
        for (unsigned k = 0; k < n; k++)
            ((uint32_t *)reg_at(w, m->slot[k].at))[l] = v[k];
    }
}

static void exec_st(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const unsigned total = m->bytes * m->n;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint8_t v[64], *p;
        for (unsigned k = 0; k < m->n; k++) {
            uint64_t x = slot_read(w, m->slot[k], l);
            move_bytes(v + k * m->bytes, &x, m->bytes);
        }
        p = kp_access(w, i, l, m->space, lane_address(w, i, l), total, WHAT_WRITE, v);
        if (p)
            move_bytes(p, v, total);
    }
}

/* Volatile, relaxed, acquire, release: they may meet each other, and order what is around them. A
 * warp that only looks at memory again and again lets others run. */
static void exec_ld_strong(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    exec_ld(w, i, mask);
    for (uint32_t rest = mask; rest && w->block->order; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        kp_order_load(w, l, kp_location(m->space, lane_address(w, i, l)), m->order);
    }
    kp_poll(w, mask);
}

static void exec_st_strong(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    for (uint32_t rest = mask; rest && w->block->order; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        kp_order_store(w, l, kp_location(m->space, lane_address(w, i, l)), m->order, false);
    }
    exec_st(w, i, mask);
    if (w->block->order && m->order & ORDER_RELEASE)
        w->clock++;
}

static bool is_one_of(const char *w, const char *const *list)
{
    for (; *list; list++)
        if (kp_streq(w, *list))
            return true;
    return false;
}

bool dec_order(struct decoder *d, unsigned *order)
{
    static const struct {
        const char *name;
        unsigned order;
    } names[] = {
        {"weak", 0},
        {"volatile", ORDER_STRONG},
        {"mmio", ORDER_STRONG},
        {"relaxed", ORDER_STRONG},
        {"acquire", ORDER_STRONG | ORDER_ACQUIRE},
        {"release", ORDER_STRONG | ORDER_RELEASE},
        {"acq_rel", ORDER_STRONG | ORDER_ACQUIRE | ORDER_RELEASE},
    };
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};

    if (!dec_peek(d))
        return false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (!dec_part(d, names[k].name))
            continue;
        *order |= names[k].order;
        d->p->orders |= (names[k].order & (ORDER_ACQUIRE | ORDER_RELEASE)) != 0;
        return true;
    }
    if (!is_one_of(dec_peek(d), scopes))
        return false;
    d->at++;
    return true;
}

bool dec_cache_hint(struct decoder *d)
{
    static const char *const hints[] = {
        "nc",
        "ca",
        "cg",
        "cs",
        "lu",
        "cv",
        "wb",
        "wt",
        "unified",
        "L1::evict_normal",
        "L1::evict_unchanged",
        "L1::evict_first",
        "L1::evict_last",
        "L1::no_allocate",
        "L2::evict_first",
        "L2::evict_last",
        "L2::evict_normal",
        "L2::cache_hint",
        "L2::64B",
        "L2::128B",
        "L2::256B",
        NULL,
    };

    if (!dec_peek(d) || !is_one_of(dec_peek(d), hints))
        return false;
    d->at++;
    return true;
}

/* The parts of the name up to and with the type. */
static void memory_name(struct decoder *d, struct kp_more *m)
{
    static const struct {
        const char *name;
        enum ptx_space space;
    } spaces[] = {
        {"global", SPACE_GLOBAL},
        {"shared", SPACE_SHARED},
        {"shared::cta", SPACE_SHARED},
        {"local", SPACE_LOCAL},
        {"const", SPACE_CONST},
        {"param", SPACE_PARAM},
        {"param::entry", SPACE_PARAM},
        {"param::func", SPACE_PARAM},
        {"shared::cluster", SPACE_SHARED},
    };

    m->space = SPACE_GENERIC;
    m->n = 1;
    while (dec_peek(d)) {
        bool known = dec_order(d, &m->order) || dec_cache_hint(d) || dec_vector(d, &m->n);
        for (size_t k = 0; k < sizeof spaces / sizeof *spaces && !known; k++) {
            known = dec_part(d, spaces[k].name);
            if (known)
                m->space = spaces[k].space;
        }
        if (!known)
            break;
    }
    dec_type(d, m);
    dec_done(d);
}

static enum kp_alu_type value_type(const struct kp_more *m)
{
    if (m->bytes == 8)
        return m->is_float ? T_f64 : T_u64;
    return m->is_float && m->bytes == 4 ? T_f32 : T_u32;
}

static kp_exec pick_load(const struct kp_more *m)
{
    /* the frequent case: 32-bit elements from shared memory into 32-bit registers */
    bool words = m->space == SPACE_SHARED && m->bytes == 4 && !m->address.wide;

    for (unsigned k = 0; k < m->n; k++)
        words &= !m->slot[k].wide && !m->slot[k].sink;
    if (!words)
        return exec_ld;
    return m->n == 1   ? kp_loads_ops()->one
           : m->n == 2 ? kp_loads_ops()->two
           : m->n == 4 ? kp_loads_ops()->four
                       : exec_ld;
}

/* In a function that is called, .param means the call's own variables, not the kernel's. */
static enum ptx_space param_space(const struct decoder *d, enum ptx_space s)
{
    return s == SPACE_PARAM && d->frame->caller ? SPACE_LOCAL : s;
}

/* The first guess of a compare-and-swap loop (`old = *p; do seen = old, old = atomicCAS(p, seen,
 * f(seen)); while (old != seen)`) is a plain load that may meet the atomics of others: whatever it
 * reads, the atomic checks it. */
static bool first_guess(const struct decoder *d, const struct kp_more *m)
{
    const struct ptx_opnd *o = &d->in->opnd[0];

    return m->n == 1 && o->kind == OPND_REG && d->frame->guess && d->frame->guess[o->reg];
}

/* nvcc loads what lies beside the elements that the program reads, where that is one access. */
static void find_unread(const struct decoder *d, struct kp_more *m)
{
    const struct ptx_opnd *o = &d->in->opnd[0];

    for (unsigned k = 0; m->n > 1 && k < m->n; k++)
        if (o->elem[k].kind == OPND_SINK || d->frame->mentions[o->elem[k].reg] == 1)
            m->unread |= 1u << k;
}

static bool is_noncoherent(const struct decoder *d, const struct kp_more *m)
{
    bool found = kp_streq(d->part[0], "ldu");

    for (unsigned k = 1; k < d->n_parts; k++)
        found |= kp_streq(d->part[k], "nc");
    return found && (m->space == SPACE_GLOBAL || m->space == SPACE_GENERIC);
}

void decode_ld(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    int64_t imm;
    bool strong, noncoherent;

    memory_name(d, m);
    dec_operands(d, 2, 3);
    m->space = param_space(d, m->space);
    if (dec_slots(d, &d->in->opnd[0], value_type(m), m->slot, 8) != m->n)
        dec_fail(d, "wrong number of registers");
    find_unread(d, m);
    imm = dec_address(d, &d->in->opnd[1], m);
    dec_access(d, m->space, m->bytes * m->n);
    strong = m->order || first_guess(d, m);
    noncoherent = !strong && is_noncoherent(d, m);
    d->p->uses_noncoherent |= noncoherent;
    i = dec_emit(d, strong ? exec_ld_strong : noncoherent ? exec_ld_noncoherent : pick_load(m));
    i->imm = imm;
    i->strong = strong ? STRONG : WEAK;
    i->more = m;
}

void decode_ldu(struct decoder *d)
{
    decode_ld(d);
}

void decode_st(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    int64_t imm;

    memory_name(d, m);
    dec_operands(d, 2, 3);
    if (m->space == SPACE_PARAM)
        m->space = SPACE_LOCAL;
    if (dec_slots(d, &d->in->opnd[1], value_type(m), m->slot, 8) != m->n)
        dec_fail(d, "wrong number of registers");
    imm = dec_address(d, &d->in->opnd[0], m);
    dec_access(d, m->space, m->bytes * m->n);
    i = dec_emit(d, m->order ? exec_st_strong : exec_st);
    i->imm = imm;
    i->strong = m->order ? STRONG : WEAK;
    i->more = m;
}

/* ---- cvta, isspacep, mov ---- */

static uint64_t window_of(struct decoder *d)
{
    if (dec_part(d, "shared") || dec_part(d, "shared::cta") || dec_part(d, "shared::cluster"))
        return SHARED_WINDOW;
    if (dec_part(d, "local"))
        return LOCAL_WINDOW;
    if (dec_part(d, "param") || dec_part(d, "param::entry"))
        return d->frame->caller ? LOCAL_WINDOW : PARAM_WINDOW;
    if (dec_part(d, "global") || dec_part(d, "const"))
        return 0;
    dec_fail(d, "unsupported space");
}

static void exec_cvta(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint64_t v = slot_read(w, m->slot[1], l);
        slot_write(w, m->slot[0], l, i->flag ? v & ~(uint64_t)i->imm : v | (uint64_t)i->imm);
    }
}

void decode_cvta(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    bool to = dec_part(d, "to");
    uint64_t window = window_of(d);
    struct kp_insn *i;

    if (!dec_part(d, "u64") && !dec_part(d, "u32"))
        dec_fail(d, "unsupported type");
    dec_done(d);
    dec_operands(d, 2, 2);
    m->slot[0] = dec_slot(d, &d->in->opnd[0]);
    m->slot[1] = dec_source_slot(d, &d->in->opnd[1], T_u64);
    i = dec_emit(d, exec_cvta);
    i->imm = (int64_t)window;
    i->flag = to;
    i->more = m;
}

static void exec_isspacep(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    uint32_t r = 0;

    for (unsigned l = 0; l < LANES; l++)
        r |= (uint32_t)((slot_read(w, m->slot[0], l) & WINDOW_MASK) == (uint64_t)i->imm) << l;
    set_pred(w, i->d, mask, r);
}

void decode_isspacep(struct decoder *d)
{
    struct kp_more *m = dec_more(d);
    uint64_t window = window_of(d);
    struct kp_insn *i;
    uint32_t p;

    dec_done(d);
    dec_operands(d, 2, 2);
    p = dec_result(d, &d->in->opnd[0], LANE_PRED);
    m->slot[0] = dec_source_slot(d, &d->in->opnd[1], T_u64);
    i = dec_emit(d, exec_isspacep);
    i->d = p;
    i->imm = (int64_t)window;
    i->more = m;
}

/* mov between a register and its pieces: slot[0] is the whole, bytes is the size of a piece. */
static void exec_pack(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const unsigned bits = 8 * m->bytes;
    const uint64_t low = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint64_t v = i->flag ? slot_read(w, m->slot[0], l) : 0;
        for (unsigned k = 1; k <= m->n; k++) {
            if (i->flag)
                slot_write(w, m->slot[k], l, v >> (bits * (k - 1)) & low);
            else
                v |= (slot_read(w, m->slot[k], l) & low) << (bits * (k - 1));
        }
        if (!i->flag)
            slot_write(w, m->slot[0], l, v);
    }
}

void decode_mov(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    bool unpack;

    dec_type(d, m);
    dec_done(d);
    dec_operands(d, 2, 2);
    unpack = o[0].kind == OPND_VEC;
    if (unpack == (o[1].kind == OPND_VEC))
        dec_fail(d, "unsupported form");
    m->slot[0] = dec_source_slot(d, &o[unpack ? 1 : 0], value_type(m));
    m->n = dec_slots(d, &o[unpack ? 0 : 1], m->bytes == 8 ? T_u32 : T_u16, m->slot + 1, 8);
    m->bytes /= m->n;
    i = dec_emit(d, exec_pack);
    i->flag = unpack;
    i->more = m;
}
