/* atom and red. Lanes go one after the other, in lane order or, under an odd seed, backwards. */
#include "simt/decode.h"
#include "simt/num.h"

#include <string.h>

#include "util/str.h"

enum op { OP_AND, OP_OR, OP_XOR, OP_EXCH, OP_CAS, OP_ADD, OP_INC, OP_DEC, OP_MIN, OP_MAX, N_OPS };

static const char *const op_names[] = {"and", "or",  "xor", "exch", "cas",
                                       "add", "inc", "dec", "min",  "max"};

static float widen(char kind, uint16_t v)
{
    return kind == 'b' || kind == 'q' ? bf16_to_float(v) : half_to_float(v);
}

static uint64_t half_operation(char kind, enum op op, uint16_t old, uint16_t v)
{
    float a = widen(kind, old), b = widen(kind, v);
    float r = op == OP_ADD ? a + b : op == OP_MIN ? f32_min(a, b) : f32_max(a, b);

    return kind == 'b' || kind == 'q' ? float_to_bf16(r) : float_to_half(r);
}

/* In global memory single-precision sums are made next to the cache, which flushes denormals. */
static uint64_t float_operation(const struct kp_more *m, enum op op, uint64_t old, uint64_t v,
                                bool global)
{
    if (m->dst_kind == 'p' || m->dst_kind == 'q') /* packed: both halves */
        return half_operation(m->dst_kind, op, (uint16_t)old, (uint16_t)v) |
               half_operation(m->dst_kind, op, (uint16_t)(old >> 16), (uint16_t)(v >> 16)) << 16;
    if (m->bytes == 2)
        return half_operation(m->dst_kind, op, (uint16_t)old, (uint16_t)v);
    if (m->bytes == 4 && global)
        return f32_bits(ftz(canon(ftz(f32_of((uint32_t)old)) + ftz(f32_of((uint32_t)v)))));
    if (m->bytes == 4)
        return f32_bits(canon(f32_of((uint32_t)old) + f32_of((uint32_t)v)));
    return f64_bits(nan64(f64_of(old) + f64_of(v), f64_of(v), f64_of(old), 0));
}

static uint64_t combine(const struct kp_more *m, enum op op, uint64_t old, uint64_t v, uint64_t c,
                        bool global)
{
    bool wide = m->bytes == 8;
    bool less;

    switch (op) {
    case OP_AND:
        return old & v;
    case OP_OR:
        return old | v;
    case OP_XOR:
        return old ^ v;
    case OP_EXCH:
        return v;
    case OP_CAS:
        return old == v ? c : old;
    case OP_ADD:
        return m->is_float ? float_operation(m, op, old, v, global) : old + v;
    case OP_INC:
        return old >= v ? 0 : old + 1;
    case OP_DEC:
        return old == 0 || old > v ? v : old - 1;
    default: /* min, max */
        if (m->is_float)
            return float_operation(m, op, old, v, global);
        less = !m->sign ? v < old : wide ? (int64_t)v < (int64_t)old : (int32_t)v < (int32_t)old;
        return less == (op == OP_MIN) && v != old ? v : old;
    }
}

static void one(struct kp_warp *w, const struct kp_insn *i, unsigned l, unsigned k)
{
    const struct kp_more *m = i->more;
    const uint64_t low = m->bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * m->bytes) - 1;
    uint64_t at = lane_address(w, i, l) + (uint64_t)k * m->bytes;
    uint8_t *p = kp_access(w, i, l, m->space, at, m->bytes, WHAT_ATOMIC, NULL);
    uint64_t old = 0, now;

    if (!p)
        return;
    if (w->block->order) {
        uint64_t location = kp_location(m->space, at);
        kp_order_load(w, l, location, m->order);
        kp_order_store(w, l, location, m->order, true);
    }
    memcpy(&old, p, m->bytes);
    now = combine(m, (enum op)i->mode, old, slot_read(w, m->slot[8 + k], l) & low,
                  i->mode == OP_CAS ? slot_read(w, m->slot[16], l) & low : 0,
                  (kp_location(m->space, at) & WINDOW_MASK) == 0);
    memcpy(p, &now, m->bytes);
    if (i->flag)
        slot_write(w, m->slot[k], l, old);
}

/* The elements of a vector are atomic one by one, but the vector has to be aligned as a whole. */
static bool aligned(struct kp_warp *w, const struct kp_insn *i, unsigned l)
{
    uint64_t at = lane_address(w, i, l), bytes = (uint64_t)i->more->n * i->more->bytes;

    if (i->more->n == 1 || !(at & (bytes - 1)))
        return true;
    kp_alarm(w, i, l, KP_ALARM_ALIGN, WHAT_ATOMIC, at, (uint32_t)bytes);
    return false;
}

static void exec_atom(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    bool backwards = w->block->machine->options->seed & 1;

    for (unsigned k = 0; k < LANES; k++) {
        unsigned l = backwards ? LANES - 1 - k : k;
        if (!(mask >> l & 1) || !aligned(w, i, l))
            continue;
        for (unsigned e = 0; e < i->more->n; e++)
            one(w, i, l, e);
    }
    if (w->block->order && i->more->order & ORDER_RELEASE)
        w->clock++;
    kp_poll(w, mask);
}

static void check_operation(struct decoder *d, const struct kp_more *m, enum op op)
{
    bool half = m->bytes == 2 || m->dst_kind == 'p' || m->dst_kind == 'q';
    bool fits =
        op == OP_ADD || op == OP_EXCH || op == OP_CAS || ((op == OP_MIN || op == OP_MAX) && half);

    if (m->is_float && !fits)
        dec_fail(d, "unsupported operation on floating-point values");
    if (!m->is_float && m->bytes == 2 && op != OP_CAS)
        dec_fail(d, "unsupported operation on 16 bits");
    if (m->bytes < 2 || (m->n > 1 && !m->is_float))
        dec_fail(d, "unsupported type");
}

static unsigned element_kind(const char *type)
{
    return kp_streq(type, "f16x2")    ? 'p'
           : kp_streq(type, "bf16x2") ? 'q'
           : kp_streq(type, "bf16")   ? 'b'
                                      : 'u';
}

/* Everything up to and with the type, in whatever order compilers and headers write it. */
static enum op atom_name(struct decoder *d, struct kp_more *m)
{
    enum op op = N_OPS;

    m->space = SPACE_GENERIC;
    m->n = 1;
    m->order = ORDER_STRONG;
    for (bool known = true; known && dec_peek(d);) {
        known = dec_order(d, &m->order) || dec_cache_hint(d) || dec_part(d, "noftz") ||
                dec_vector(d, &m->n);
        if (known)
            continue;
        known = true;
        if (dec_part(d, "global"))
            m->space = SPACE_GLOBAL;
        else if (dec_part(d, "shared") || dec_part(d, "shared::cta") ||
                 dec_part(d, "shared::cluster"))
            m->space = SPACE_SHARED;
        else
            known = false;
        for (unsigned k = 0; k < N_OPS && !known; k++) {
            known = op == N_OPS && dec_part(d, op_names[k]);
            if (known)
                op = (enum op)k;
        }
    }
    if (op == N_OPS || !dec_peek(d))
        dec_fail(d, "unsupported operation");
    m->dst_kind = (char)element_kind(dec_peek(d));
    if (m->dst_kind == 'q') {
        m->bytes = 4;
        m->is_float = true;
        d->at++;
    } else {
        dec_type(d, m);
    }
    dec_done(d);
    check_operation(d, m, op);
    return op;
}

static void decode_atomic(struct decoder *d, bool has_result)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    enum op op = atom_name(d, m);
    enum kp_alu_type t = m->bytes == 8
                             ? (m->is_float ? T_f64 : T_u64)
                             : (m->is_float && m->bytes == 4 && m->dst_kind == 'u' ? T_f32 : T_u32);
    unsigned at = has_result ? 1 : 0, n = m->n;
    struct kp_insn *i;
    int64_t imm;

    /* a cache policy may stand at the end */
    dec_operands(d, at + (op == OP_CAS ? 3 : 2), at + (op == OP_CAS ? 4 : 3));
    if (has_result && dec_slots(d, &o[0], t, m->slot, 8) != n)
        dec_fail(d, "wrong number of registers");
    imm = dec_address(d, &o[at], m);
    if (dec_slots(d, &o[at + 1], t, m->slot + 8, 8) != n)
        dec_fail(d, "wrong number of registers");
    if (op == OP_CAS)
        m->slot[16] = dec_source_slot(d, &o[at + 2], t);
    dec_access(d, m->space, m->bytes);
    if (m->space != SPACE_SHARED) {
        d->p->has_atomics = true;
        d->p->has_float_atomics |= m->is_float;
    }
    i = dec_emit(d, exec_atom);
    i->imm = imm;
    i->mode = (uint8_t)op;
    i->flag = has_result;
    i->strong = STRONG_ATOMIC;
    i->more = m;
}

void decode_atom(struct decoder *d)
{
    decode_atomic(d, true);
}

void decode_red(struct decoder *d)
{
    decode_atomic(d, false);
}
