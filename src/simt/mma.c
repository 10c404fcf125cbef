/* mma, and the product behind wmma.mma. Operands are gathered into dense matrices, multiplied
 * there, and scattered back. Sums of floating-point products are rounded after each product, in the
 * order of k; the hardware keeps more bits on the way and rounds toward zero, so results may differ
 * from a GPU's in their last bits, but never between two versions of a kernel that multiply alike.
 */
#include "simt/mma.h"
#include "simt/num.h"

#include <string.h>

#include "util/str.h"

static const struct mma *mma_of(const struct kp_insn *i)
{
    return (const struct mma *)(const void *)i->more->text;
}

static void multiply_bits(const struct mma *m, int32_t *c, const int32_t *a, const int32_t *b)
{
    unsigned n = m->a.n, k = m->a.k;

    for (unsigned r = 0; r < m->a.m; r++)
        for (unsigned e = 0; e < k; e++)
            for (unsigned col = 0; col < n; col++) {
                uint32_t x = (uint32_t)a[r * k + e], y = (uint32_t)b[e * n + col];
                c[r * n + col] += __builtin_popcount(m->bits == BITS_XOR ? x ^ y : x & y);
            }
}

static void multiply_saturated(const struct mma *m, int32_t *c, const int32_t *a, const int32_t *b)
{
    unsigned n = m->a.n, k = m->a.k;

    for (unsigned r = 0; r < m->a.m; r++)
        for (unsigned col = 0; col < n; col++) {
            int64_t sum = c[r * n + col];
            for (unsigned e = 0; e < k; e++)
                sum += (int64_t)a[r * k + e] * b[e * n + col];
            c[r * n + col] = s32_clamp(sum);
        }
}

static void multiply(const struct mma *m, union dense *c, const union dense *a,
                     const union dense *b)
{
    const struct kp_dense *ops = kp_dense_ops();

    if (m->bits)
        multiply_bits(m, c->i, a->i, b->i);
    else if (m->saturate)
        multiply_saturated(m, c->i, a->i, b->i);
    else if (m->d.elem == EL_S32)
        ops->s32(c->i, a->i, b->i, m->a.m, m->a.n, m->a.k);
    else if (m->d.elem == EL_F64)
        ops->f64(c->d, a->d, b->d, m->a.m, m->a.n, m->a.k);
    else
        ops->f32(c->f, a->f, b->f, m->a.m, m->a.n, m->a.k);
}

static void exec_mma(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct mma *m = mma_of(i);
    static union dense a, b, c; /* one at a time: a process runs one warp */

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    frag_gather(w, &m->a, m->sa, &a);
    frag_gather(w, &m->b, m->sb, &b);
    frag_gather(w, &m->c, m->sc, &c);
    multiply(m, &c, &a, &b);
    frag_scatter(w, &m->d, m->sd, &c);
}

/* ---- m8n8k4 of halves: each eight lanes (q, q + 16 with q / 4 alike) multiply their own ---- */

static void quad_position(const struct mma *m, const struct frag *f, unsigned lane, unsigned e,
                          unsigned *r, unsigned *c)
{
    unsigned own = lane % 4 + (lane >= 16 ? 4 : 0);

    if (f->which == 'a') {
        *r = m->col_a ? e + (lane >= 16 ? 4 : 0) : own;
        *c = m->col_a ? lane % 4 : e;
    } else if (f->which == 'b') {
        *r = m->col_b ? e : lane % 4;
        *c = m->col_b ? own : e + (lane >= 16 ? 4 : 0);
    } else if (f->elem == EL_F16) {
        *r = own;
        *c = e;
    } else {
        *r = (lane & 1) + (e & 2) + (lane >= 16 ? 4 : 0);
        *c = (e & 4) + (lane & 2) + (e & 1);
    }
}

static void quad_move(struct kp_warp *w, const struct mma *m, const struct frag *f,
                      const struct kp_slot *slot, unsigned quad, union dense *x, bool store)
{
    unsigned g = frag_per_reg(f->elem), bits = frag_elem_bits(f->elem);

    for (unsigned k = 0; k < 8; k++) {
        unsigned lane = quad * 4 + k % 4 + (k >= 4 ? 16 : 0);
        for (unsigned q = 0; q < f->regs; q++) {
            uint64_t raw = store ? 0 : slot_read(w, slot[q], lane);
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                quad_position(m, f, lane, q * g + j, &r, &c);
                if (store)
                    raw |= frag_get(x, r * frag_cols(f) + c, f->elem) << (bits * j);
                else
                    frag_put(x, r * frag_cols(f) + c, f->elem, raw >> (bits * j));
            }
            if (store)
                slot_write(w, slot[q], lane, raw);
        }
    }
}

static void exec_mma_quads(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct mma *m = mma_of(i);
    static union dense a, b, c;

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    for (unsigned quad = 0; quad < 4; quad++) {
        quad_move(w, m, &m->a, m->sa, quad, &a, false);
        quad_move(w, m, &m->b, m->sb, quad, &b, false);
        quad_move(w, m, &m->c, m->sc, quad, &c, false);
        multiply(m, &c, &a, &b);
        quad_move(w, m, &m->d, m->sd, quad, &c, true);
    }
}

/* ---- decoding ---- */

/* Registers of the four operands. On m8n8k4 of halves a lane holds four times its share of a warp.
 */
static void operands(struct decoder *d, struct mma *m, bool quads)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct {
        struct frag *f;
        struct kp_slot *s;
        char which;
    } part[] = {{&m->d, m->sd, 'c'}, {&m->a, m->sa, 'a'}, {&m->b, m->sb, 'b'}, {&m->c, m->sc, 'c'}};

    dec_operands(d, 4, 4);
    for (unsigned k = 0; k < 4; k++) {
        enum elem e = part[k].f->elem;
        bool wmma = part[k].f->wmma;
        *part[k].f = m->a;
        part[k].f->elem = e;
        part[k].f->wmma = wmma;
        part[k].f->which = part[k].which;
        if (!quads) {
            frag_operand(d, part[k].f, &o[k], part[k].s);
            continue;
        }
        part[k].f->regs = dec_slots(d, &o[k], e == EL_F32 ? T_f32 : T_u32, part[k].s, 16);
        if (part[k].f->regs != (part[k].which != 'c' ? 2u : e == EL_F16 ? 4u : 8u))
            dec_fail(d, "wrong number of registers");
    }
}

/* What can be multiplied: two of a kind, and the sum in a type that fits. */
static void check_types(struct decoder *d, const struct mma *m)
{
    enum elem a = m->a.elem, b = m->b.elem, c = m->c.elem, to = m->d.elem;
    bool ok;

    switch (a) {
    case EL_F16:
        ok = b == a && (to == EL_F16 || to == EL_F32) && (c == EL_F16 || c == EL_F32);
        break;
    case EL_BF16:
    case EL_TF32:
        ok = b == a && to == EL_F32 && c == EL_F32;
        break;
    case EL_E4M3:
    case EL_E5M2:
        ok = (b == EL_E4M3 || b == EL_E5M2) && c == to && (to == EL_F16 || to == EL_F32);
        break;
    case EL_F64:
        ok = b == a && to == a && c == a;
        break;
    case EL_S8:
    case EL_U8:
        ok = (b == EL_S8 || b == EL_U8) && to == EL_S32 && c == to;
        break;
    case EL_S4:
    case EL_U4:
        ok = (b == EL_S4 || b == EL_U4) && to == EL_S32 && c == to;
        break;
    case EL_WORD:
        ok = b == a && to == EL_S32 && c == to;
        break;
    default:
        ok = false;
    }
    if (!ok || (a == EL_WORD) != (m->bits != BITS_NONE) || (m->saturate && to != EL_S32))
        dec_fail(d, "unsupported combination of types");
}

void mma_emit(struct decoder *d, struct mma *m)
{
    struct kp_more *more = dec_more(d);
    bool quads = m->a.m == 8 && m->a.k == 4 && m->a.elem != EL_F64;

    check_types(d, m);
    if (quads && m->a.elem != EL_F16)
        dec_fail(d, "unsupported shape");
    if (m->a.elem == EL_WORD)
        m->a.k /= 32;
    operands(d, m, quads);
    more->text = (const char *)m;
    dec_emit(d, quads ? exec_mma_quads : exec_mma)->more = more;
}

enum mma_bits mma_bit_operation(struct decoder *d)
{
    enum mma_bits op = dec_part(d, "xor") ? BITS_XOR : dec_part(d, "and") ? BITS_AND : BITS_NONE;

    if (op && !dec_part(d, "popc"))
        dec_fail(d, "unsupported operation on bits");
    return op;
}

void decode_mma(struct decoder *d)
{
    struct mma *m = kp_new(d->arena, struct mma);

    if (kp_streq(dec_peek(d), "sp") || kp_streq(dec_peek(d), "sp::ordered_metadata"))
        dec_fail(d, "sparse matrices are not supported");
    if (!dec_part(d, "sync") || !dec_part(d, "aligned") || !frag_shape(d, &m->a))
        dec_fail(d, "unsupported shape");
    m->col_a = dec_part(d, "col");
    if (!m->col_a && !dec_part(d, "row"))
        dec_fail(d, "unsupported layout");
    m->col_b = dec_part(d, "col");
    if (!m->col_b && !dec_part(d, "row"))
        dec_fail(d, "unsupported layout");
    m->saturate = dec_part(d, "satfinite");
    m->d.elem = frag_type(d);
    m->a.elem = frag_type(d);
    m->b.elem = frag_type(d);
    m->c.elem = frag_type(d);
    m->bits = mma_bit_operation(d);
    dec_done(d);
    if ((m->col_a || !m->col_b) && !(m->a.m == 8 && m->a.k == 4 && m->a.elem == EL_F16))
        dec_fail(d, "unsupported layout");
    mma_emit(d, m);
}
