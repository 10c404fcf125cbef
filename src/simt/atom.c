/* atom and red. Lanes go one after the other, in lane order or, under an odd seed, backwards. */
#include "simt/decode.h"
#include "simt/num.h"

#include <string.h>

#include "util/str.h"

enum op { OP_AND, OP_OR, OP_XOR, OP_EXCH, OP_CAS, OP_ADD, OP_INC, OP_DEC, OP_MIN, OP_MAX, N_OPS };

static const char *const op_names[] = {"and", "or",  "xor", "exch", "cas",
                                       "add", "inc", "dec", "min",  "max"};

static uint64_t add_float(const struct kp_more *m, uint64_t old, uint64_t v)
{
    if (m->dst_kind == 'p') /* packed: both halves */
        return (uint64_t)float_to_half(half_to_float((uint16_t)old) + half_to_float((uint16_t)v)) |
               (uint64_t)float_to_half(half_to_float((uint16_t)(old >> 16)) +
                                       half_to_float((uint16_t)(v >> 16)))
                   << 16;
    if (m->dst_kind == 'q')
        return (uint64_t)float_to_bf16(bf16_to_float((uint16_t)old) + bf16_to_float((uint16_t)v)) |
               (uint64_t)float_to_bf16(bf16_to_float((uint16_t)(old >> 16)) +
                                       bf16_to_float((uint16_t)(v >> 16)))
                   << 16;
    if (m->dst_kind == 'b')
        return float_to_bf16(bf16_to_float((uint16_t)old) + bf16_to_float((uint16_t)v));
    if (m->bytes == 2)
        return float_to_half(half_to_float((uint16_t)old) + half_to_float((uint16_t)v));
    if (m->bytes == 4)
        return f32_bits(canon(f32_of((uint32_t)old) + f32_of((uint32_t)v)));
    return f64_bits(nan64(f64_of(old) + f64_of(v), f64_of(old), f64_of(v), 0));
}

static uint64_t combine(const struct kp_more *m, enum op op, uint64_t old, uint64_t v, uint64_t c)
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
        return m->is_float ? add_float(m, old, v) : old + v;
    case OP_INC:
        return old >= v ? 0 : old + 1;
    case OP_DEC:
        return old == 0 || old > v ? v : old - 1;
    default:
        less = !m->sign ? v < old : wide ? (int64_t)v < (int64_t)old : (int32_t)v < (int32_t)old;
        return less == (op == OP_MIN) && v != old ? v : old;
    }
}

static void one(struct kp_warp *w, const struct kp_insn *i, unsigned l)
{
    const struct kp_more *m = i->more;
    const uint64_t low = m->bytes == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * m->bytes) - 1;
    uint8_t *p = kp_access(w, i, l, m->space, lane_address(w, i, l), m->bytes, WHAT_ATOMIC, NULL);
    uint64_t old = 0, now;

    if (!p)
        return;
    memcpy(&old, p, m->bytes);
    now = combine(m, (enum op)i->mode, old, slot_read(w, m->slot[1], l) & low,
                  m->n > 1 ? slot_read(w, m->slot[2], l) & low : 0);
    memcpy(p, &now, m->bytes);
    if (i->flag)
        slot_write(w, m->slot[0], l, old);
}

static void exec_atom(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    bool backwards = w->block->machine->options->seed & 1;

    for (unsigned k = 0; k < LANES; k++) {
        unsigned l = backwards ? LANES - 1 - k : k;
        if (mask >> l & 1)
            one(w, i, l);
    }
}

bool kp_is_atomic(const struct kp_insn *i)
{
    return i->exec == exec_atom;
}

static enum op atom_name(struct decoder *d, struct kp_more *m)
{
    static const char *const hints[] = {"relaxed", "acquire", "release", "acq_rel", "cta",
                                        "cluster", "gpu",     "sys",     NULL};
    enum op op = N_OPS;

    m->space = SPACE_GENERIC;
    for (const char *w; op == N_OPS && (w = dec_peek(d)); d->at++) {
        bool known = false;
        for (unsigned k = 0; hints[k]; k++)
            known |= kp_streq(w, hints[k]);
        if (kp_streq(w, "global"))
            m->space = SPACE_GLOBAL, known = true;
        if (kp_streq(w, "shared") || kp_streq(w, "shared::cta"))
            m->space = SPACE_SHARED, known = true;
        for (unsigned k = 0; k < N_OPS; k++)
            if (kp_streq(w, op_names[k]))
                op = (enum op)k, known = true;
        if (!known)
            break;
    }
    if (op == N_OPS)
        dec_fail(d, "unsupported operation");
    dec_part(d, "noftz");
    m->dst_kind = kp_streq(dec_peek(d), "f16x2")    ? 'p'
                  : kp_streq(dec_peek(d), "bf16x2") ? 'q'
                  : kp_streq(dec_peek(d), "bf16")   ? 'b'
                                                    : 'u';
    if (m->dst_kind == 'q') {
        m->bytes = 4;
        m->is_float = true;
        d->at++;
    } else {
        dec_type(d, m);
    }
    dec_done(d);
    if (m->is_float && op != OP_ADD && op != OP_EXCH && op != OP_CAS)
        dec_fail(d, "unsupported operation on floating-point values");
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
    unsigned at = has_result ? 1 : 0;
    struct kp_insn *i;
    int64_t imm;

    dec_operands(d, at + (op == OP_CAS ? 3 : 2), at + (op == OP_CAS ? 3 : 2));
    if (has_result)
        m->slot[0] = dec_slot(d, &o[0]);
    imm = dec_address(d, &o[at], m);
    m->slot[1] = dec_source_slot(d, &o[at + 1], t);
    m->n = 1;
    if (op == OP_CAS) {
        m->slot[2] = dec_source_slot(d, &o[at + 2], t);
        m->n = 2;
    }
    dec_smallest(d, m->space, m->bytes);
    if (m->space != SPACE_SHARED) {
        d->p->has_atomics = true;
        d->p->has_float_atomics |= m->is_float;
    }
    i = dec_emit(d, exec_atom);
    i->imm = imm;
    i->mode = (uint8_t)op;
    i->flag = has_result;
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
