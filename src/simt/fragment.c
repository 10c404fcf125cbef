/* Fragments use the layout that PTX documents for mma. wmma's own is undocumented, so any fixed one
 * will do, and this one lets code that indexes frag.x[] by the mma layout work. */
#include "simt/fragment.h"
#include "simt/num.h"

#include "util/str.h"

unsigned frag_elem_bits(enum elem e)
{
    switch (e) {
    case EL_F64:
        return 64;
    case EL_F16:
    case EL_BF16:
        return 16;
    case EL_S8:
    case EL_U8:
    case EL_E4M3:
    case EL_E5M2:
        return 8;
    case EL_S4:
    case EL_U4:
        return 4;
    default:
        return 32;
    }
}

unsigned frag_per_reg(enum elem e)
{
    return frag_elem_bits(e) < 32 ? 32 / frag_elem_bits(e) : 1;
}

unsigned frag_rows(const struct frag *f)
{
    return f->which == 'b' ? f->k : f->m;
}

unsigned frag_cols(const struct frag *f)
{
    return f->which == 'a' ? f->k : f->n;
}

/* Row and column of element e of a lane. */
static void find_position(const struct frag *f, unsigned lane, unsigned e, unsigned *r, unsigned *c)
{
    unsigned unique = frag_rows(f) * frag_cols(f) / LANES, g = frag_per_reg(f->elem), tile = 0, q,
             j;

    e %= unique; /* some fragments of wmma hold everything twice */
    if (f->wmma && !(f->m == 16 && f->n == 16)) {
        unsigned at = lane * unique + e;
        *r = at / frag_cols(f);
        *c = at % frag_cols(f);
        return;
    }
    if (f->wmma && f->which != 'a') {
        tile = e / (unique / 2);
        e %= unique / 2;
    }
    q = e / g;
    j = e % g;
    switch (f->which) {
    case 'a':
        *r = lane / 4 + (f->m == 16 ? 8 * (q & 1) : 0);
        *c = lane % 4 * g + j + 4 * g * (f->m == 16 ? q >> 1 : q);
        break;
    case 'b':
        *r = lane % 4 * g + j + 4 * g * q;
        *c = lane / 4 + 8 * tile;
        break;
    default:
        *r = lane / 4 + (f->m == 16 ? 8 * (e >> 1 & 1) : 0);
        *c = lane % 4 * 2 + (e & 1) + 8 * tile;
    }
}

void frag_put(union dense *x, unsigned at, enum elem e, uint64_t raw)
{
    switch (e) {
    case EL_F16:
        x->f[at] = half_to_float((uint16_t)raw);
        break;
    case EL_BF16:
        x->f[at] = bf16_to_float((uint16_t)raw);
        break;
    case EL_E4M3:
        x->f[at] = e4m3_to_float((uint8_t)raw);
        break;
    case EL_E5M2:
        x->f[at] = e5m2_to_float((uint8_t)raw);
        break;
    case EL_TF32: /* the low bits are ignored */
        x->f[at] = f32_of((uint32_t)raw & 0xffffe000);
        break;
    case EL_F32:
        x->f[at] = f32_of((uint32_t)raw);
        break;
    case EL_F64:
        x->d[at] = f64_of(raw);
        break;
    case EL_S8:
        x->i[at] = (int8_t)raw;
        break;
    case EL_U8:
        x->i[at] = (uint8_t)raw;
        break;
    case EL_S4:
        x->i[at] = (int32_t)((uint32_t)raw << 28) >> 28;
        break;
    case EL_U4:
        x->i[at] = (int32_t)(raw & 15);
        break;
    case EL_S32:
    case EL_WORD:
        x->i[at] = (int32_t)raw;
        break;
    }
}

uint64_t frag_get(const union dense *x, unsigned at, enum elem e)
{
    switch (e) {
    case EL_F16:
        return float_to_half(x->f[at]);
    case EL_F64:
        return f64_bits(x->d[at]);
    case EL_S32:
        return (uint32_t)x->i[at];
    default:
        return f32_bits(canon(x->f[at]));
    }
}

void frag_gather(const struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                 union dense *x)
{
    unsigned g = frag_per_reg(f->elem), bits = frag_elem_bits(f->elem);
    const uint16_t *at = f->at;

    for (unsigned q = 0; q < f->regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = slot_read(w, slot[q], l);
            for (unsigned j = 0; j < g; j++)
                frag_put(x, *at++, f->elem, bits < 64 ? raw >> (bits * j) : raw);
        }
    }
}

void frag_scatter(struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                  const union dense *x)
{
    unsigned g = frag_per_reg(f->elem), bits = frag_elem_bits(f->elem);
    const uint16_t *at = f->at;

    for (unsigned q = 0; q < f->regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = 0;
            for (unsigned j = 0; j < g; j++) {
                uint64_t v = frag_get(x, *at++, f->elem);
                raw |= bits < 64 ? v << (bits * j) : v;
            }
            slot_write(w, slot[q], l, raw);
        }
    }
}

/* ---- names ---- */

bool frag_shape(struct decoder *d, struct frag *f)
{
    static const struct {
        const char *name;
        unsigned m, n, k;
    } shapes[] = {
        {"m16n16k16", 16, 16, 16}, {"m32n8k16", 32, 8, 16},   {"m8n32k16", 8, 32, 16},
        {"m16n16k8", 16, 16, 8},   {"m8n8k4", 8, 8, 4},       {"m16n8k16", 16, 8, 16},
        {"m16n8k8", 16, 8, 8},     {"m16n8k4", 16, 8, 4},     {"m16n8k32", 16, 8, 32},
        {"m16n8k64", 16, 8, 64},   {"m8n8k16", 8, 8, 16},     {"m8n8k32", 8, 8, 32},
        {"m8n8k128", 8, 8, 128},   {"m16n8k128", 16, 8, 128}, {"m16n8k256", 16, 8, 256},
    };

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        if (!dec_part(d, shapes[k].name))
            continue;
        f->m = shapes[k].m;
        f->n = shapes[k].n;
        f->k = shapes[k].k;
        return true;
    }
    return false;
}

enum elem frag_type(struct decoder *d)
{
    static const struct {
        const char *name;
        enum elem e;
    } types[] = {
        {"f16", EL_F16}, {"bf16", EL_BF16}, {"tf32", EL_TF32}, {"f32", EL_F32}, {"f64", EL_F64},
        {"s8", EL_S8},   {"u8", EL_U8},     {"s4", EL_S4},     {"u4", EL_U4},   {"b1", EL_WORD},
        {"s32", EL_S32}, {"e4m3", EL_E4M3}, {"e5m2", EL_E5M2},
    };

    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (dec_part(d, types[k].name))
            return types[k].e;
    dec_fail(d, "unsupported matrix type .%s", dec_peek(d) ? dec_peek(d) : "");
}

static const uint16_t *find_places(struct decoder *d, const struct frag *f)
{
    unsigned g = frag_per_reg(f->elem);
    uint16_t *places = kp_new_array(d->arena, uint16_t, f->regs *LANES *g), *at = places;

    for (unsigned q = 0; q < f->regs; q++)
        for (unsigned l = 0; l < LANES; l++)
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                find_position(f, l, q * g + j, &r, &c);
                *at++ = (uint16_t)(r * frag_cols(f) + c);
            }
    return places;
}

void frag_operand(struct decoder *d, struct frag *f, const struct ptx_opnd *o, struct kp_slot *s)
{
    enum kp_alu_type t = f->elem == EL_F64 ? T_f64 : f->elem == EL_F32 ? T_f32 : T_u32;
    unsigned need = frag_rows(f) * frag_cols(f) / LANES / frag_per_reg(f->elem);
    unsigned n = dec_slots(d, o, t, s, 16);

    f->regs = n;
    if (!need || frag_rows(f) * frag_cols(f) > MAX_ELEMENTS)
        dec_fail(d, "unsupported shape");
    if (n != need && !(f->wmma && f->elem == EL_F16 && f->which != 'c' && n % need == 0))
        dec_fail(d, "a fragment has %u registers, not %u", n, need);
    f->at = find_places(d, f);
}
