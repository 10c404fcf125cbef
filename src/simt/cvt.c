/* Conversions that ops.def does not have, in one general form; set. */
#include "simt/decode.h"
#include "simt/num.h"

#include <math.h>
#include <string.h>

#include "util/str.h"

enum integral { INT_NONE, INT_RN, INT_RZ, INT_RM, INT_RP };

struct value {
    bool is_float, is_signed;
    double x;
    uint64_t v;
};

static struct value read_value(const struct kp_more *m, uint64_t raw)
{
    struct value r = {.is_float = m->src_kind == 'f' || m->src_kind == 'b',
                      .is_signed = m->src_kind == 's'};
    unsigned bits = m->src_bits;

    if (m->src_kind == 'b')
        r.x = bf16_to_float((uint16_t)raw);
    else if (r.is_float)
        r.x = bits == 16   ? half_to_float((uint16_t)raw)
              : bits == 32 ? f32_of((uint32_t)raw)
                           : f64_of(raw);
    if (r.is_float && bits == 32 && m->ftz)
        r.x = ftz((float)r.x);
    if (!r.is_float) {
        r.v = bits < 64 ? raw & (((uint64_t)1 << bits) - 1) : raw;
        if (r.is_signed && bits < 64 && r.v >> (bits - 1))
            r.v |= ~(uint64_t)0 << bits;
    }
    return r;
}

static double to_integral(double x, enum integral mode)
{
    double down;

    switch (mode) {
    case INT_RZ:
        return trunc(x);
    case INT_RM:
        return floor(x);
    case INT_RP:
        return ceil(x);
    case INT_RN:
        down = floor(x);
        if (x - down != 0.5)
            return x - down < 0.5 ? copysign(down, x) : ceil(x);
        return copysign(fmod(down, 2.0) == 0 ? down : down + 1, x);
    default:
        return x;
    }
}

/* NaN: 0 within 32 bits, the top bit where doubles or 64-bit integers are concerned. */
static uint64_t nan_to_int(const struct kp_more *m)
{
    return m->src_bits == 64 || m->dst_bits == 64 ? (uint64_t)1 << (m->dst_bits - 1) : 0;
}

static uint64_t float_to_int(double x, unsigned bits, bool is_signed)
{
    double low = is_signed ? -ldexp(1.0, (int)bits - 1) : 0.0;
    double end = ldexp(1.0, (int)bits - (is_signed ? 1 : 0)); /* one past the largest */

    if (x < low)
        x = low;
    if (x >= end)
        return is_signed    ? ((uint64_t)1 << (bits - 1)) - 1
               : bits == 64 ? ~(uint64_t)0
                            : ((uint64_t)1 << bits) - 1;
    return is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static uint64_t int_to_int(const struct kp_more *m, struct value s)
{
    unsigned bits = m->dst_bits;
    bool to_signed = m->dst_kind == 's';
    uint64_t top = bits - (to_signed ? 1u : 0u) == 64
                       ? ~(uint64_t)0
                       : ((uint64_t)1 << (bits - (to_signed ? 1u : 0u))) - 1;

    if (!m->sat)
        return s.v;
    if (s.is_signed && (int64_t)s.v < 0) {
        int64_t low = to_signed ? -(int64_t)top - 1 : 0;
        return (uint64_t)((int64_t)s.v < low ? low : (int64_t)s.v);
    }
    return s.v > top ? top : s.v;
}

/* An integer as a double rounded to odd. */
static double odd_of_int(struct value s)
{
    double x = s.is_signed ? (double)(int64_t)s.v : (double)s.v;
    __int128 exact = s.is_signed ? (__int128)(int64_t)s.v : (__int128)s.v;

    return make_odd(x, (double)(exact - (__int128)x));
}

static uint16_t directed_half(double x, enum num_round mode, bool bfloat, uint16_t sign)
{
    uint16_t r = bfloat ? odd_to_bf16(x) : odd_to_half(x);
    double back = bfloat ? bf16_to_float(r) : half_to_float(r);
    bool toward_zero, away;

    if (x != x) /* doubles hand the sign on */
        return (uint16_t)(r | (f64_bits(x) >> 48 & sign));
    if (mode == NUM_RN || back == x)
        return r;
    toward_zero = mode == NUM_RZ || (mode == NUM_RM && x > 0) || (mode == NUM_RP && x < 0);
    away = fabs(back) > fabs(x);
    if (toward_zero && away)
        return (uint16_t)(r - 1);
    if (!toward_zero && !away)
        return (uint16_t)(r & 0x7fff ? r + 1 : (x < 0 ? 0x8001 : 1));
    return r;
}

static double directed_f64(struct value s, enum num_round mode)
{
    double x = s.is_signed ? (double)(int64_t)s.v : (double)s.v;
    __int128 exact = s.is_signed ? (__int128)(int64_t)s.v : (__int128)s.v;
    __int128 err = exact - (__int128)x;
    bool down = mode == NUM_RM || (mode == NUM_RZ && exact > 0);
    bool up = mode == NUM_RP || (mode == NUM_RZ && exact < 0);

    if (s.is_float)
        return s.x;
    return err < 0 && down ? nextafter(x, -INFINITY) : err > 0 && up ? nextafter(x, INFINITY) : x;
}

static uint64_t to_float(const struct kp_more *m, struct value s, enum num_round mode,
                         enum integral integral)
{
    double x = s.is_float ? to_integral(s.x, integral) : odd_of_int(s);
    float f;

    if (m->sat)
        x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (m->relu)
        x = x > 0 || x != x ? x : 0;
    if (m->satfinite && x == x) {
        double most = m->dst_kind == 'b' ? 0x1.fep127 : 65504.0;
        x = x > most ? most : x < -most ? -most : x;
    }
    if (m->dst_kind == 'b')
        return directed_half(x, mode, true, m->src_bits == 64 ? 0x8000 : 0);
    if (m->dst_bits == 16)
        return directed_half(x, mode, false, m->src_bits == 64 ? 0x8000 : 0);
    if (m->dst_bits == 64)
        return f64_bits(s.is_float || m->sat ? x : directed_f64(s, mode));
    f = round_f32(x, mode);
    /* what is wide hands its NaN on, halves and integers do not */
    f = m->src_bits == 64 || m->src_kind == 'b' ? f : canon(f);
    return f32_bits(m->ftz ? ftz(f) : f);
}

static uint64_t convert(const struct kp_insn *i, uint64_t raw)
{
    const struct kp_more *m = i->more;
    struct value s = read_value(m, raw);
    enum integral integral = (enum integral)i->flag;

    if (m->src_kind == 'b' && m->dst_kind == 'f' && m->dst_bits == 32 && s.x != s.x)
        return raw << 16 & 0xffffffff; /* not even made quiet */
    if (m->dst_kind == 'f' || m->dst_kind == 'b')
        return to_float(m, s, (enum num_round)i->mode, integral);
    if (s.is_float && s.x != s.x)
        return nan_to_int(m);
    if (s.is_float)
        return float_to_int(to_integral(s.x, integral ? integral : INT_RZ), m->dst_bits,
                            m->dst_kind == 's');
    return int_to_int(m, s);
}

/* A result narrower than its register is extended as its type says. */
static void exec_cvt(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest), bits = m->dst_bits;
        uint64_t v;
        if (m->n == 2) {
            v = convert(i, slot_read(w, m->slot[1], l)) << 16 |
                (convert(i, slot_read(w, m->slot[2], l)) & 0xffff);
        } else {
            v = convert(i, slot_read(w, m->slot[1], l));
            if (bits < 64)
                v &= ((uint64_t)1 << bits) - 1;
            if (m->dst_kind == 's' && bits < 64 && v >> (bits - 1))
                v |= ~(uint64_t)0 << bits;
        }
        slot_write(w, m->slot[0], l, v);
    }
}

static void cvt_type(struct decoder *d, char *kind, unsigned *bits)
{
    const char *w = dec_peek(d);

    *bits = w ? ptx_type_bits(kp_sprintf(d->arena, ".%s", w)) : 0;
    if (!w || *bits < 8 || *bits > 64 || kp_streq(w, "f16x2") || (w[0] == 'b' && w[1] != 'f'))
        dec_fail(d, "unsupported conversion");
    *kind = w[0];
    d->at++;
}

void decode_cvt(struct decoder *d)
{
    static const char *const rounds[] = {"rn", "rz", "rm", "rp"};
    static const char *const integrals[] = {"", "rni", "rzi", "rmi", "rpi"};
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m;
    unsigned mode = 0, integral = 0;
    struct kp_insn *i;

    if (dec_cvt_small(d))
        return;
    m = dec_more(d);
    for (unsigned k = 0; k < 4; k++)
        if (dec_part(d, rounds[k]))
            mode = k;
    for (unsigned k = 1; k < 5; k++)
        if (dec_part(d, integrals[k]))
            integral = k;
    m->satfinite = dec_part(d, "satfinite");
    m->relu = dec_part(d, "relu");
    m->satfinite |= dec_part(d, "satfinite");
    m->ftz = dec_part(d, "ftz");
    m->sat = dec_part(d, "sat");
    m->n = 1;
    if (kp_streq(dec_peek(d), "f16x2") || kp_streq(dec_peek(d), "bf16x2")) {
        m->dst_kind = dec_peek(d)[0];
        m->dst_bits = 16;
        m->n = 2;
        d->at++;
    } else {
        cvt_type(d, &m->dst_kind, &m->dst_bits);
    }
    cvt_type(d, &m->src_kind, &m->src_bits);
    dec_done(d);
    if ((m->relu || m->satfinite) &&
        !(m->dst_bits == 16 && m->src_kind == 'f' && m->src_bits == 32))
        dec_fail(d, "unsupported conversion");
    dec_operands(d, m->n + 1, m->n + 1);
    m->slot[0] = dec_slot(d, &o[0]);
    for (unsigned k = 1; k <= m->n; k++)
        m->slot[k] = dec_source_slot(d, &o[k], m->src_bits == 64 ? T_u64 : T_u32);
    i = dec_emit(d, exec_cvt);
    i->mode = (uint8_t)mode;
    i->flag = (uint8_t)integral;
    i->more = m;
}

static bool half_holds(const char *op, float a, float b)
{
    bool nan = a != a || b != b, unordered = false;
    char o[4] = {op[0], op[1], 0, 0};

    if (kp_streq(op, "num") || kp_streq(op, "nan"))
        return nan == (op[1] == 'a');
    unordered = op[2] == 'u';
    if (nan)
        return unordered;
    return kp_streq(o, "eq")   ? a == b
           : kp_streq(o, "ne") ? a != b
           : kp_streq(o, "lt") ? a < b
           : kp_streq(o, "le") ? a <= b
           : kp_streq(o, "gt") ? a > b
                               : a >= b;
}

/* Comparisons of packed halves: two predicates, or a half (1.0 or 0) or a mask for each. */
static void exec_half2(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    const uint32_t *a = reg_at(w, i->a), *b = reg_at(w, i->b);
    uint32_t hit[2] = {0, 0};

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint32_t r = 0;
        for (unsigned h = 0; h < 2; h++) {
            uint16_t x = (uint16_t)(a[l] >> 16 * h), y = (uint16_t)(b[l] >> 16 * h);
            bool ok = m->src_kind == 'b' ? half_holds(m->text, bf16_to_float(x), bf16_to_float(y))
                                         : half_holds(m->text, half_to_float(x), half_to_float(y));
            hit[h] |= (uint32_t)ok << l;
            r |= ok ? (uint32_t)i->imm << 16 * h : 0;
        }
        if (i->imm)
            ((uint32_t *)reg_at(w, i->d))[l] = r;
    }
    if (i->imm)
        return;
    set_pred(w, i->d, mask, hit[0]);
    if (i->flag)
        set_pred(w, m->e, mask, hit[1]);
}

static bool compares(const char *w)
{
    static const char *const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                        "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (kp_streq(names[k], w))
            return true;
    return false;
}

/* The rest of a name that ends in f16x2 or bf16x2; false when it is not one. */
static bool decode_half2(struct decoder *d, bool to_pred)
{
    const struct ptx_opnd *o = d->in->opnd;
    const char *type = d->part[d->n_parts - 1];
    struct kp_more *m;
    struct kp_insn *i;
    uint32_t to, a, b;
    int64_t one = 0;

    if (!kp_streq(type, "f16x2") && !kp_streq(type, "bf16x2"))
        return false;
    m = dec_more(d);
    m->src_kind = type[0];
    m->text = dec_peek(d);
    if (!compares(m->text))
        dec_fail(d, "unsupported comparison");
    d->at++;
    dec_part(d, "ftz");
    if (!to_pred) {
        one = dec_part(d, "u32") || dec_part(d, "s32") ? 0xffff : type[0] == 'b' ? 0x3f80 : 0x3c00;
        if (one != 0xffff && !dec_part(d, type))
            dec_fail(d, "unsupported type");
    }
    d->at++;
    dec_done(d);
    dec_operands(d, 3, 3);
    to = dec_result(d, &o[0], to_pred ? LANE_PRED : LANE_32);
    if (to_pred && o[0].second)
        m->e = dec_result(d, o[0].second, LANE_PRED);
    a = dec_source(d, &o[1], T_u32);
    b = dec_source(d, &o[2], T_u32);
    i = dec_emit(d, exec_half2);
    i->d = to;
    i->a = a;
    i->b = b;
    i->imm = one;
    i->flag = to_pred && o[0].second;
    i->more = m;
    return true;
}

void decode_setp(struct decoder *d)
{
    if (!decode_half2(d, true))
        dec_fail(d, "unknown instruction");
}

/* What "true" is: 1.0, or all ones. */
static uint64_t true_of(struct decoder *d, const char *type)
{
    static const struct {
        const char *name;
        uint32_t bits;
    } types[] = {{"f32", 0x3f800000}, {"u32", 0xffffffff}, {"s32", 0xffffffff}, {"f16", 0x3c00},
                 {"bf16", 0x3f80},    {"u16", 0xffff},     {"s16", 0xffff}};

    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (kp_streq(type, types[k].name))
            return types[k].bits;
    dec_fail(d, "unsupported type .%s", type);
}

/* A comparison whose result is a number. */
static void decode_set_scalar(struct decoder *d)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_str name = kp_str_new(d->arena);
    const struct kp_alu *e;
    struct kp_insn *i;
    uint32_t p, to, a, b, yes;
    unsigned type = d->n_parts - 2;
    uint64_t yes_bits;

    dec_operands(d, 3, 3);
    if (d->n_parts < 4)
        dec_fail(d, "unsupported form");
    yes_bits = true_of(d, d->part[type]);
    kp_str_add(&name, "setp");
    for (unsigned k = 1; k < d->n_parts; k++)
        if (k != type)
            kp_str_addf(&name, ".%s", d->part[k]);
    e = kp_alu_find(kp_str_text(&name));
    if (!e)
        dec_fail(d, "unsupported comparison");
    p = dec_alloc(d, LANE_PRED);
    to = dec_result(d, &o[0], LANE_32);
    a = dec_source(d, &o[1], e->type[1]);
    b = dec_source(d, &o[2], e->type[2]);
    yes = dec_constant(d, yes_bits, LANE_32);
    i = dec_emit(d, e->exec);
    i->d = p;
    i->a = a;
    i->b = b;
    i = dec_emit(d, kp_alu_find("selp.b32")->exec);
    i->d = to;
    i->a = yes;
    i->b = dec_constant(d, 0, LANE_32);
    i->c = p;
}

void decode_set(struct decoder *d)
{
    if (decode_half2(d, false))
        return;
    decode_set_scalar(d);
}
