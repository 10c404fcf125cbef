/* wmma: fragments from and to memory, and their products. */
#include "simt/mma.h"

#include <string.h>

#include "util/str.h"

static unsigned bytes_of(enum elem e)
{
    return frag_elem_bits(e) / 8;
}

static void wmma_types(struct decoder *d, struct mma *m)
{
    enum elem first = frag_type(d), second = frag_type(d);

    m->d.elem = first;
    if (!dec_peek(d) || kp_streq(dec_peek(d), "satfinite")) {
        m->a.elem = m->b.elem = EL_F16; /* only d and c are named */
        m->c.elem = second;
    } else {
        m->a.elem = second;
        m->b.elem = frag_type(d);
        m->c.elem = frag_type(d);
    }
    dec_part(d, "rn"); /* of f64: the default */
    m->saturate = dec_part(d, "satfinite");
    dec_done(d);
}

struct access {
    struct frag f;
    bool by_rows;
    bool has_stride;
    unsigned stride_bits; /* of an element that the stride counts */
    struct kp_slot stride;
    const uint16_t *bytes; /* of each element: its place in the matrix as it lies in memory */
};

/* wmma wants the address aligned to what one lane holds of the fragment, 32 bytes at most. */
static unsigned frag_align(const struct frag *f)
{
    unsigned bytes = f->regs * (f->elem == EL_F64 ? 8 : 4);

    return bytes > 32 ? 32 : bytes;
}

/* Rows (or columns) of the matrix in memory, in pieces that one lane accesses each. */
static void move_matrix(struct kp_warp *w, const struct kp_insn *i, const struct access *x,
                        uint8_t *bytes, bool load)
{
    const struct kp_more *m = i->more;
    unsigned size = bytes_of(x->f.elem), rows = frag_rows(&x->f), cols = frag_cols(&x->f);
    unsigned lines = x->by_rows ? rows : cols, length = (x->by_rows ? cols : rows) * size;
    unsigned align = frag_align(&x->f), piece = align < length ? align : length, lane = 0;
    uint64_t base = lane_address(w, i, 0);
    uint64_t stride = x->has_stride ? slot_read(w, x->stride, 0) * x->stride_bits / 8 : length;

    if (base % align || stride % (align < 16 ? align : 16))
        kp_alarm(w, i, 0, KP_ALARM_ALIGN, load ? WHAT_READ : WHAT_WRITE,
                 m->space == SPACE_SHARED ? base | SHARED_WINDOW : base, align);
    while (piece > 1 && (base % piece || stride % piece))
        piece /= 2;
    if (piece > 16)
        piece = 16;
    for (unsigned r = 0; r < lines; r++) {
        for (unsigned c = 0; c < length; c += piece, lane = (lane + 1) % LANES) {
            uint8_t *to = bytes + (size_t)r * length + c;
            uint8_t *p = kp_access(w, i, lane, m->space, base + r * stride + c, piece,
                                   load ? WHAT_READ : WHAT_WRITE, load ? NULL : to);
            if (p)
                memcpy(load ? to : p, load ? p : to, piece);
        }
    }
}

/* Where the elements of the fragment, as they stand in f.at, lie in the matrix as it is in memory.
 */
static const uint16_t *find_bytes(struct decoder *d, const struct access *x)
{
    const struct frag *f = &x->f;
    unsigned n = f->regs * LANES * frag_per_reg(f->elem), cols = frag_cols(f);
    uint16_t *bytes = kp_new_array(d->arena, uint16_t, n);

    for (unsigned k = 0; k < n; k++) {
        unsigned at = f->at[k];

        if (!x->by_rows)
            at = at % cols * frag_rows(f) + at / cols;
        bytes[k] = (uint16_t)(at * bytes_of(f->elem));
    }
    return bytes;
}

static void exec_wmma_load(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct access *x = (const struct access *)(const void *)i->more->text;
    unsigned size = bytes_of(x->f.elem), g = frag_per_reg(x->f.elem);
    uint8_t bytes[MAX_ELEMENTS * 8];
    const uint16_t *at = x->bytes;

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    memset(bytes, 0, frag_rows(&x->f) * frag_cols(&x->f) * size);
    move_matrix(w, i, x, bytes, true);
    for (unsigned q = 0; q < x->f.regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = 0;
            for (unsigned j = 0; j < g; j++) {
                uint64_t v = 0;
                memcpy(&v, bytes + *at++, size);
                raw |= v << (size < 8 ? 8 * size * j : 0);
            }
            slot_write(w, i->more->slot[q], l, raw);
        }
    }
}

static void exec_wmma_store(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct access *x = (const struct access *)(const void *)i->more->text;
    unsigned size = bytes_of(x->f.elem), g = frag_per_reg(x->f.elem);
    uint8_t bytes[MAX_ELEMENTS * 8];
    const uint16_t *at = x->bytes;

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    for (unsigned q = 0; q < x->f.regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = slot_read(w, i->more->slot[q], l);
            for (unsigned j = 0; j < g; j++) {
                uint64_t v = raw >> (size < 8 ? 8 * size * j : 0);
                memcpy(bytes + *at++, &v, size);
            }
        }
    }
    move_matrix(w, i, x, bytes, false);
}

/* Four-bit numbers and bits lie in memory along k: they move as words, in mma's layout. Returns the
 * bits of an element. */
static unsigned small_elements(struct decoder *d, struct access *x)
{
    unsigned bits = x->f.elem == EL_WORD ? 1 : frag_elem_bits(x->f.elem);

    if (bits >= 8)
        return bits;
    if (x->by_rows != (x->f.which == 'a'))
        dec_fail(d, "unsupported layout");
    x->f.elem = EL_WORD;
    x->f.k = x->f.k * bits / 32;
    x->f.wmma = false;
    return bits;
}

static void wmma_move(struct decoder *d, bool load)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct access *x = kp_new(d->arena, struct access);
    struct kp_insn *i;
    const char *which = dec_peek(d);
    unsigned length;
    int64_t imm;

    if (!which || !*which || which[1] || !strchr(load ? "abc" : "d", which[0]))
        dec_fail(d, "unsupported form");
    d->at++;
    x->f.which = which[0] == 'd' ? 'c' : which[0];
    x->f.wmma = true;
    if (!dec_part(d, "sync") || !dec_part(d, "aligned"))
        dec_fail(d, "unsupported form");
    x->by_rows = dec_part(d, "row");
    if (!x->by_rows && !dec_part(d, "col"))
        dec_fail(d, "unsupported layout");
    if (!frag_shape(d, &x->f))
        dec_fail(d, "unsupported shape");
    m->space = dec_part(d, "shared") || dec_part(d, "shared::cta") ? SPACE_SHARED
               : dec_part(d, "global")                             ? SPACE_GLOBAL
                                                                   : SPACE_GENERIC;
    x->f.elem = frag_type(d);
    dec_done(d);
    dec_operands(d, 2, 3);
    x->stride_bits = small_elements(d, x);
    frag_operand(d, &x->f, &o[load ? 0 : 1], m->slot);
    x->bytes = find_bytes(d, x);
    imm = dec_address(d, &o[load ? 1 : 0], m);
    if (d->in->n == 3) {
        x->has_stride = true;
        x->stride = dec_source_slot(d, &o[2], T_u32);
    }
    length = (x->by_rows ? frag_cols(&x->f) : frag_rows(&x->f)) * bytes_of(x->f.elem);
    length = length < frag_align(&x->f) ? length : frag_align(&x->f);
    dec_access(d, m->space, length < 16 ? length : 16);
    m->text = (const char *)x;
    i = dec_emit(d, load ? exec_wmma_load : exec_wmma_store);
    i->imm = imm;
    i->more = m;
}

static void wmma_mma(struct decoder *d)
{
    struct mma *m = kp_new(d->arena, struct mma);
    bool small;

    m->bits = mma_bit_operation(d);
    if (!dec_part(d, "sync") || !dec_part(d, "aligned"))
        dec_fail(d, "unsupported form");
    /* layouts say how the fragments were loaded; ours are the same for all */
    for (unsigned k = 0; k < 2; k++)
        if (!dec_part(d, "row") && !dec_part(d, "col"))
            dec_fail(d, "unsupported layout");
    if (!frag_shape(d, &m->a))
        dec_fail(d, "unsupported shape");
    wmma_types(d, m);
    small = m->bits || frag_elem_bits(m->a.elem) < 8;
    m->a.wmma = m->b.wmma = !small;
    m->c.wmma = m->d.wmma = true;
    if (m->a.elem == EL_F16 && m->a.k == 4)
        dec_fail(d, "unsupported shape");
    mma_emit(d, m);
}

void decode_wmma(struct decoder *d)
{
    if (dec_part(d, "load"))
        wmma_move(d, true);
    else if (dec_part(d, "store"))
        wmma_move(d, false);
    else if (dec_part(d, "mma"))
        wmma_mma(d);
    else
        dec_fail(d, "unsupported form");
}
