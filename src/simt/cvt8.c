/* Conversions to and from the small floating-point formats: e4m3, e5m2 (in pairs), tf32. */
#include "simt/decode.h"
#include "simt/num.h"

#include <math.h>

#include "util/str.h"

enum small { SMALL_NONE, SMALL_E4M3, SMALL_E5M2, SMALL_TF32 };

/* Nearest even, what is too large becomes the largest number (.satfinite), NaN the one NaN. */
static uint8_t float_to_eighth(float f, enum small to)
{
    const int fraction = to == SMALL_E4M3 ? 3 : 2, least = to == SMALL_E4M3 ? -6 : -14;
    const uint32_t largest = to == SMALL_E4M3 ? 0x7e : 0x7b, sign = f32_bits(f) >> 24 & 0x80;
    float a = fabsf(f);
    uint32_t bits;
    int e;

    if (f != f)
        return 0x7f;
    if (a == 0)
        return (uint8_t)sign;
    if (a > 0x1p17f)
        return (uint8_t)(sign | largest);
    e = ilogbf(a) < least ? least : ilogbf(a);
    /* the hidden bit carries into the exponent */
    bits = ((uint32_t)(e - least) << fraction) + (uint32_t)rintf(ldexpf(a, fraction - e));
    return (uint8_t)(sign | (bits < largest ? bits : largest));
}

static float relu(float f)
{
    return f < 0 || (f == 0 && signbit(f)) ? 0.0f : f;
}

/* i->mode: the source is 1 two floats, 2 a pair of halves; 3: a pair of eighths to halves. */
static void exec_pair(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    enum small kind = (enum small)i->flag;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint32_t v = (uint32_t)slot_read(w, m->slot[1], l), r = 0;
        for (unsigned h = 0; h < 2; h++) {
            float f = i->mode == 1   ? f32_of((uint32_t)slot_read(w, m->slot[2 - h], l))
                      : i->mode == 2 ? half_to_float((uint16_t)(v >> 16 * h))
                                     : (kind == SMALL_E4M3 ? e4m3_to_float
                                                           : e5m2_to_float)((uint8_t)(v >> 8 * h));
            if (m->relu)
                f = relu(f);
            r |= i->mode == 3 ? (uint32_t)float_to_half(f) << 16 * h
                              : (uint32_t)float_to_eighth(f, kind) << 8 * h;
        }
        slot_write(w, m->slot[0], l, r);
    }
}

static uint32_t float_to_tf32(float f, enum num_round mode, bool satfinite)
{
    uint32_t u = f32_bits(f), r;

    /* found on an H200: .rna.satfinite takes one unit off NaN as it does off infinity */
    if (!isfinite(f) && satfinite)
        return (u & 0xffffe000) - 0x2000;
    if (!isfinite(f))
        return f != f ? 0x7fffe000 : u;
    r = mode == NUM_RZ ? u : mode == NUM_RNA ? u + 0x1000 : u + 0xfff + (u >> 13 & 1);
    r &= 0xffffe000;
    return satfinite && (r & 0x7f800000) == 0x7f800000 ? r - 0x2000 : r;
}

static void exec_tf32(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        float f = f32_of((uint32_t)slot_read(w, m->slot[1], l));
        slot_write(w, m->slot[0], l,
                   float_to_tf32(m->relu ? relu(f) : f, (enum num_round)i->mode, m->sat));
    }
}

static enum small small_type(struct decoder *d)
{
    return dec_part(d, "e4m3x2")   ? SMALL_E4M3
           : dec_part(d, "e5m2x2") ? SMALL_E5M2
           : dec_part(d, "tf32")   ? SMALL_TF32
                                   : SMALL_NONE;
}

static void pair(struct decoder *d, struct kp_more *m, enum small to, bool satfinite)
{
    const struct ptx_opnd *o = d->in->opnd;
    enum small from = SMALL_NONE;
    struct kp_insn *i;
    unsigned mode;

    if (to) {
        mode = dec_part(d, "f32") ? 1 : dec_part(d, "f16x2") ? 2 : 0;
    } else {
        from = dec_part(d, "f16x2") ? small_type(d) : SMALL_NONE;
        mode = from == SMALL_E4M3 || from == SMALL_E5M2 ? 3 : 0;
    }
    if (!mode || (to && !satfinite))
        dec_fail(d, "unsupported conversion");
    dec_done(d);
    dec_operands(d, mode == 1 ? 3 : 2, mode == 1 ? 3 : 2);
    m->slot[0] = dec_slot(d, &o[0]);
    m->slot[1] = dec_source_slot(d, &o[1], mode == 1 ? T_f32 : T_u32);
    if (mode == 1)
        m->slot[2] = dec_source_slot(d, &o[2], T_f32);
    i = dec_emit(d, exec_pair);
    i->mode = (uint8_t)mode;
    i->flag = (uint8_t)(to ? to : from);
    i->more = m;
}

bool dec_cvt_small(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m;
    struct kp_insn *i;
    bool concerned = false, satfinite, rna, rz, rn;
    enum small to;

    for (unsigned k = 1; k < d->n_parts; k++)
        concerned |= kp_streq(d->part[k], "e4m3x2") || kp_streq(d->part[k], "e5m2x2") ||
                     kp_streq(d->part[k], "tf32");
    if (!concerned)
        return false;
    m = dec_more(d);
    rn = dec_part(d, "rn");
    rz = dec_part(d, "rz");
    rna = dec_part(d, "rna");
    satfinite = dec_part(d, "satfinite");
    m->relu = dec_part(d, "relu");
    satfinite |= dec_part(d, "satfinite");
    to = small_type(d);
    if (to != SMALL_TF32) {
        if (!rn)
            dec_fail(d, "unsupported rounding");
        pair(d, m, to, satfinite);
        return true;
    }
    if (!dec_part(d, "f32") || !(rn || rz || rna))
        dec_fail(d, "unsupported conversion");
    dec_done(d);
    dec_operands(d, 2, 2);
    m->sat = satfinite;
    m->slot[0] = dec_slot(d, &o[0]);
    m->slot[1] = dec_source_slot(d, &o[1], T_f32);
    i = dec_emit(d, exec_tf32);
    i->mode = rz ? NUM_RZ : rna ? NUM_RNA : NUM_RN;
    i->more = m;
    return true;
}
