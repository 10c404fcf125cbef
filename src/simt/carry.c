/* Extended-precision arithmetic: add.cc, addc, sub.cc, subc, mad.cc, madc and the carry flag. */
#include "simt/decode.h"

#include "util/str.h"

enum { READS_CARRY = 1, WRITES_CARRY = 2, SUBTRACTS = 4, MULTIPLIES = 8, HIGH = 16, SIGNED = 32 };

static unsigned __int128 product(const struct kp_insn *i, uint64_t a, uint64_t b, unsigned bits)
{
    unsigned __int128 p;

    if (i->flag & SIGNED && bits == 32)
        p = (unsigned __int128)((__int128)(int32_t)a * (int32_t)b);
    else if (i->flag & SIGNED)
        p = (unsigned __int128)((__int128)(int64_t)a * (int64_t)b);
    else
        p = (unsigned __int128)a * b;
    return i->flag & HIGH ? p >> bits : p;
}

/* x + y + carry, or x - y - borrow, in `bits` bits. */
static void exec_carry(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const unsigned bits = 8 * m->bytes;
    const unsigned __int128 all = ((unsigned __int128)1 << bits) - 1;
    uint32_t out = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        unsigned __int128 x = slot_read(w, m->slot[1], l), y = slot_read(w, m->slot[2], l), r;
        unsigned in = i->flag & READS_CARRY ? w->carry >> l & 1 : 0;
        if (i->flag & MULTIPLIES) {
            x = product(i, (uint64_t)x, (uint64_t)y, bits) & all;
            y = slot_read(w, m->slot[3], l);
        }
        r = i->flag & SUBTRACTS ? x - y - in : x + y + in;
        out |= (uint32_t)(r >> bits & 1) << l;
        slot_write(w, m->slot[0], l, (uint64_t)(r & all));
    }
    if (i->flag & WRITES_CARRY)
        w->carry = (w->carry & ~mask) | out;
}

static void decode_carry(struct decoder *d, unsigned flags)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    unsigned n = flags & MULTIPLIES ? 4 : 3;
    struct kp_insn *i;

    if (flags & MULTIPLIES) {
        if (dec_part(d, "hi"))
            flags |= HIGH;
        else if (!dec_part(d, "lo"))
            dec_fail(d, "unsupported form");
    }
    if (dec_part(d, "cc"))
        flags |= WRITES_CARRY;
    else if (!(flags & READS_CARRY))
        dec_fail(d, "unknown instruction");
    dec_type(d, m);
    dec_done(d);
    if (m->bytes < 4 || m->is_float)
        dec_fail(d, "unsupported type");
    dec_operands(d, n, n);
    m->slot[0] = dec_slot(d, &o[0]);
    for (unsigned k = 1; k < n; k++)
        m->slot[k] = dec_source_slot(d, &o[k], m->bytes == 8 ? T_u64 : T_u32);
    i = dec_emit(d, exec_carry);
    i->flag = (uint8_t)(flags | (m->sign ? SIGNED : 0));
    i->more = m;
}

void decode_add(struct decoder *d)
{
    decode_carry(d, 0);
}

void decode_addc(struct decoder *d)
{
    decode_carry(d, READS_CARRY);
}

void decode_sub(struct decoder *d)
{
    decode_carry(d, SUBTRACTS);
}

void decode_subc(struct decoder *d)
{
    decode_carry(d, SUBTRACTS | READS_CARRY);
}

void decode_mad(struct decoder *d)
{
    decode_carry(d, MULTIPLIES);
}

void decode_madc(struct decoder *d)
{
    decode_carry(d, MULTIPLIES | READS_CARRY);
}
