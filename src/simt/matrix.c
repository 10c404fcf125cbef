/* ldmatrix, stmatrix, wmma and mma. Fragments use the layout that PTX documents for mma; wmma's own
 * is undocumented, so any fixed one will do, and this one lets code that indexes frag.x[] by the
 * mma layout work. Operands are gathered into dense matrices, multiplied there, and scattered back.
 */
#include "simt/decode.h"
#include "simt/num.h"

#include <string.h>

#include "util/str.h"

enum { MAX_DIM = 32 };

/* ---- ldmatrix, stmatrix ---- */

static void exec_ldmatrix(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    uint16_t tile[4][8][8];

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    memset(tile, 0, sizeof tile);
    for (unsigned l = 0; l < 8 * m->n; l++) {
        uint32_t at = (uint32_t)lane_address(w, i, l);
        const uint8_t *p =
            kp_access(w, i, l, m->space, m->space == SPACE_GENERIC ? lane_address(w, i, l) : at, 16,
                      WHAT_READ, NULL);
        if (p)
            memcpy(tile[l / 8][l % 8], p, 16);
    }
    for (unsigned k = 0; k < m->n; k++) {
        for (unsigned l = 0; l < LANES; l++) {
            unsigned r = l / 4, c = l % 4 * 2;
            uint32_t lo = i->flag ? tile[k][c][r] : tile[k][r][c];
            uint32_t hi = i->flag ? tile[k][c + 1][r] : tile[k][r][c + 1];
            slot_write(w, m->slot[k], l, lo | hi << 16);
        }
    }
}

static void exec_stmatrix(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_more *m = i->more;
    uint16_t tile[4][8][8];

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    for (unsigned k = 0; k < m->n; k++) {
        for (unsigned l = 0; l < LANES; l++) {
            unsigned r = l / 4, c = l % 4 * 2;
            uint32_t v = (uint32_t)slot_read(w, m->slot[k], l);
            *(i->flag ? &tile[k][c][r] : &tile[k][r][c]) = (uint16_t)v;
            *(i->flag ? &tile[k][c + 1][r] : &tile[k][r][c + 1]) = (uint16_t)(v >> 16);
        }
    }
    for (unsigned l = 0; l < 8 * m->n; l++) {
        uint8_t *p =
            kp_access(w, i, l, m->space, lane_address(w, i, l), 16, WHAT_WRITE, tile[l / 8][l % 8]);
        if (p)
            memcpy(p, tile[l / 8][l % 8], 16);
    }
}

static void matrix_move(struct decoder *d, bool load)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct kp_insn *i;
    unsigned n;
    int64_t imm;
    bool trans;

    if (!dec_part(d, "sync") || !dec_part(d, "aligned") || !dec_part(d, "m8n8"))
        dec_fail(d, "unsupported form");
    n = dec_part(d, "x4") ? 4 : dec_part(d, "x2") ? 2 : dec_part(d, "x1") ? 1 : 0;
    trans = dec_part(d, "trans");
    m->space = dec_part(d, "shared") || dec_part(d, "shared::cta") ? SPACE_SHARED : SPACE_GENERIC;
    if (!n || !dec_part(d, "b16"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    m->n = n;
    if (dec_slots(d, &o[load ? 0 : 1], T_u32, m->slot, 4) != n)
        dec_fail(d, "wrong number of registers");
    imm = dec_address(d, &o[load ? 1 : 0], m);
    dec_smallest(d, SPACE_SHARED, 16);
    i = dec_emit(d, load ? exec_ldmatrix : exec_stmatrix);
    i->imm = imm;
    i->flag = trans;
    i->more = m;
}

void decode_ldmatrix(struct decoder *d)
{
    matrix_move(d, true);
}

void decode_stmatrix(struct decoder *d)
{
    matrix_move(d, false);
}

/* ---- fragments ---- */

enum elem { EL_F16, EL_BF16, EL_TF32, EL_F32, EL_F64, EL_S8, EL_U8, EL_S32 };

struct frag {
    char which; /* 'a', 'b', 'c' */
    enum elem elem;
    unsigned m, n, k; /* of the operation */
    unsigned regs;    /* per lane */
    bool wmma;
};

static unsigned elem_bytes(enum elem e)
{
    return e == EL_F64 ? 8 : e == EL_F16 || e == EL_BF16 ? 2 : e == EL_S8 || e == EL_U8 ? 1 : 4;
}

static unsigned per_reg(enum elem e)
{
    return elem_bytes(e) < 4 ? 4 / elem_bytes(e) : 1;
}

static unsigned frag_rows(const struct frag *f)
{
    return f->which == 'b' ? f->k : f->m;
}

static unsigned frag_cols(const struct frag *f)
{
    return f->which == 'a' ? f->k : f->n;
}

/* Where element e of a lane stands in the matrix. */
static void position(const struct frag *f, unsigned lane, unsigned e, unsigned *r, unsigned *c)
{
    unsigned unique = frag_rows(f) * frag_cols(f) / LANES, g = per_reg(f->elem), tile = 0, q, j;

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

union dense {
    float f[MAX_DIM * MAX_DIM];
    double d[MAX_DIM * MAX_DIM];
    int32_t i[MAX_DIM * MAX_DIM];
};

static void put_dense(union dense *x, unsigned at, enum elem e, uint64_t raw)
{
    switch (e) {
    case EL_F16:
        x->f[at] = half_to_float((uint16_t)raw);
        break;
    case EL_BF16:
        x->f[at] = bf16_to_float((uint16_t)raw);
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
    case EL_S32:
        x->i[at] = (int32_t)raw;
        break;
    }
}

static uint64_t get_dense(const union dense *x, unsigned at, enum elem e)
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

static void gather(const struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                   union dense *x)
{
    unsigned g = per_reg(f->elem), bits = 8 * elem_bytes(f->elem), cols = frag_cols(f);

    for (unsigned q = 0; q < f->regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = slot_read(w, slot[q], l);
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                position(f, l, q * g + j, &r, &c);
                put_dense(x, r * cols + c, f->elem, bits < 64 ? raw >> (bits * j) : raw);
            }
        }
    }
}

static void scatter(struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                    const union dense *x)
{
    unsigned g = per_reg(f->elem), bits = 8 * elem_bytes(f->elem), cols = frag_cols(f);

    for (unsigned q = 0; q < f->regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = 0;
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                uint64_t v;
                position(f, l, q * g + j, &r, &c);
                v = get_dense(x, r * cols + c, f->elem);
                raw |= bits < 64 ? v << (bits * j) : v;
            }
            slot_write(w, slot[q], l, raw);
        }
    }
}

/* ---- mma ---- */

struct mma {
    struct frag a, b, c, d;
    struct kp_slot sa[16], sb[16], sc[16], sd[16];
};

static const struct mma *mma_of(const struct kp_insn *i)
{
    return (const struct mma *)(const void *)i->more->text;
}

static void exec_mma(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct mma *m = mma_of(i);
    static union dense a, b, c; /* one at a time: a process runs one warp */
    const struct kp_dense *ops = kp_dense_ops();

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    gather(w, &m->a, m->sa, &a);
    gather(w, &m->b, m->sb, &b);
    gather(w, &m->c, m->sc, &c);
    if (m->d.elem == EL_S32)
        ops->s32(c.i, a.i, b.i, m->a.m, m->a.n, m->a.k);
    else if (m->d.elem == EL_F64)
        ops->f64(c.d, a.d, b.d, m->a.m, m->a.n, m->a.k);
    else
        ops->f32(c.f, a.f, b.f, m->a.m, m->a.n, m->a.k);
    scatter(w, &m->d, m->sd, &c);
}

static bool shape(struct decoder *d, struct frag *f)
{
    static const struct {
        const char *name;
        unsigned m, n, k;
    } shapes[] = {
        {"m16n16k16", 16, 16, 16}, {"m32n8k16", 32, 8, 16}, {"m8n32k16", 8, 32, 16},
        {"m16n16k8", 16, 16, 8},   {"m8n8k4", 8, 8, 4},     {"m16n8k16", 16, 8, 16},
        {"m16n8k8", 16, 8, 8},     {"m16n8k4", 16, 8, 4},   {"m16n8k32", 16, 8, 32},
        {"m8n8k16", 8, 8, 16},
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

static enum elem elem_type(struct decoder *d)
{
    static const struct {
        const char *name;
        enum elem e;
    } types[] = {
        {"f16", EL_F16}, {"bf16", EL_BF16}, {"tf32", EL_TF32}, {"f32", EL_F32},
        {"f64", EL_F64}, {"s8", EL_S8},     {"u8", EL_U8},     {"s32", EL_S32},
    };

    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (dec_part(d, types[k].name))
            return types[k].e;
    dec_fail(d, "unsupported matrix type .%s", dec_peek(d) ? dec_peek(d) : "");
}

/* How many registers a lane has to give for a fragment; twice the need for the halves of wmma. */
static void set_regs(struct decoder *d, struct frag *f, unsigned n)
{
    unsigned need = frag_rows(f) * frag_cols(f) / LANES / per_reg(f->elem);

    f->regs = n;
    if (!need)
        dec_fail(d, "unsupported shape");
    if (n != need && !(f->wmma && f->elem == EL_F16 && f->which != 'c' && n % need == 0))
        dec_fail(d, "a fragment has %u registers, not %u", n, need);
}

static void operands(struct decoder *d, struct mma *m)
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
        set_regs(d, part[k].f,
                 dec_slots(d, &o[k],
                           e == EL_F64   ? T_f64
                           : e == EL_F32 ? T_f32
                                         : T_u32,
                           part[k].s, 16));
    }
}

static void emit_mma(struct decoder *d, struct mma *m)
{
    struct kp_more *more = dec_more(d);

    operands(d, m);
    more->text = (const char *)m;
    dec_emit(d, exec_mma)->more = more;
}

void decode_mma(struct decoder *d)
{
    struct mma *m = kp_new(d->arena, struct mma);

    if (!dec_part(d, "sync") || !dec_part(d, "aligned") || !shape(d, &m->a))
        dec_fail(d, "unsupported shape");
    if (!dec_part(d, "row") || !dec_part(d, "col"))
        dec_fail(d, "unsupported layout");
    m->d.elem = elem_type(d);
    m->a.elem = elem_type(d);
    m->b.elem = elem_type(d);
    m->c.elem = elem_type(d);
    dec_done(d);
    /* on m8n8k4 with halves the warp is cut in four; nobody has needed it */
    if (m->a.m == 8 && m->a.k == 4 && m->a.elem != EL_F64)
        dec_fail(d, "unsupported shape");
    emit_mma(d, m);
}

/* ---- wmma ---- */

static void wmma_types(struct decoder *d, struct mma *m)
{
    enum elem first = elem_type(d), second = elem_type(d);

    m->d.elem = first;
    if (!dec_peek(d) || kp_streq(dec_peek(d), "satfinite")) {
        m->a.elem = m->b.elem = EL_F16; /* only d and c are named */
        m->c.elem = second;
    } else {
        m->a.elem = second;
        m->b.elem = elem_type(d);
        m->c.elem = elem_type(d);
    }
    dec_done(d);
}

struct access {
    struct frag f;
    bool by_rows;
    bool has_stride;
    struct kp_slot stride;
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
    unsigned size = elem_bytes(x->f.elem), rows = frag_rows(&x->f), cols = frag_cols(&x->f);
    unsigned lines = x->by_rows ? rows : cols, length = (x->by_rows ? cols : rows) * size;
    unsigned align = frag_align(&x->f), piece = align < length ? align : length, lane = 0;
    uint64_t base = lane_address(w, i, 0);
    uint64_t stride = (x->has_stride ? slot_read(w, x->stride, 0) : length / size) * size;

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

static size_t byte_of(const struct access *x, unsigned r, unsigned c)
{
    unsigned at = x->by_rows ? r * frag_cols(&x->f) + c : c * frag_rows(&x->f) + r;

    return (size_t)at * elem_bytes(x->f.elem);
}

static void exec_wmma_load(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct access *x = (const struct access *)(const void *)i->more->text;
    unsigned size = elem_bytes(x->f.elem), g = per_reg(x->f.elem);
    uint8_t bytes[MAX_DIM * MAX_DIM * 8] = {0};

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    move_matrix(w, i, x, bytes, true);
    for (unsigned q = 0; q < x->f.regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = 0;
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                uint64_t v = 0;
                position(&x->f, l, q * g + j, &r, &c);
                memcpy(&v, bytes + byte_of(x, r, c), size);
                raw |= v << (size < 8 ? 8 * size * j : 0);
            }
            slot_write(w, i->more->slot[q], l, raw);
        }
    }
}

static void exec_wmma_store(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct access *x = (const struct access *)(const void *)i->more->text;
    unsigned size = elem_bytes(x->f.elem), g = per_reg(x->f.elem);
    uint8_t bytes[MAX_DIM * MAX_DIM * 8];

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    for (unsigned q = 0; q < x->f.regs; q++) {
        for (unsigned l = 0; l < LANES; l++) {
            uint64_t raw = slot_read(w, i->more->slot[q], l);
            for (unsigned j = 0; j < g; j++) {
                unsigned r, c;
                uint64_t v = raw >> (size < 8 ? 8 * size * j : 0);
                position(&x->f, l, q * g + j, &r, &c);
                memcpy(bytes + byte_of(x, r, c), &v, size);
            }
        }
    }
    move_matrix(w, i, x, bytes, false);
}

static void wmma_move(struct decoder *d, bool load)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_more *m = dec_more(d);
    struct access *x = kp_new(d->arena, struct access);
    struct kp_insn *i;
    const char *which = dec_peek(d);
    unsigned length, n;
    int64_t imm;

    if (!which || which[1] || !strchr(load ? "abc" : "d", which[0]))
        dec_fail(d, "unsupported form");
    d->at++;
    x->f.which = which[0] == 'd' ? 'c' : which[0];
    x->f.wmma = true;
    if (!dec_part(d, "sync") || !dec_part(d, "aligned"))
        dec_fail(d, "unsupported form");
    x->by_rows = dec_part(d, "row");
    if (!x->by_rows && !dec_part(d, "col"))
        dec_fail(d, "unsupported layout");
    if (!shape(d, &x->f))
        dec_fail(d, "unsupported shape");
    m->space = dec_part(d, "shared") || dec_part(d, "shared::cta") ? SPACE_SHARED
               : dec_part(d, "global")                             ? SPACE_GLOBAL
                                                                   : SPACE_GENERIC;
    x->f.elem = elem_type(d);
    dec_done(d);
    dec_operands(d, 2, 3);
    n = dec_slots(d, &o[load ? 0 : 1], x->f.elem == EL_F64 ? T_f64 : T_u32, m->slot, 32);
    set_regs(d, &x->f, n);
    imm = dec_address(d, &o[load ? 1 : 0], m);
    if (d->in->n == 3) {
        x->has_stride = true;
        x->stride = dec_source_slot(d, &o[2], T_u32);
    }
    length = (x->by_rows ? frag_cols(&x->f) : frag_rows(&x->f)) * elem_bytes(x->f.elem);
    length = length < frag_align(&x->f) ? length : frag_align(&x->f);
    dec_smallest(d, m->space, length < 16 ? length : 16);
    m->text = (const char *)x;
    i = dec_emit(d, load ? exec_wmma_load : exec_wmma_store);
    i->imm = imm;
    i->more = m;
}

static void wmma_mma(struct decoder *d)
{
    struct mma *m = kp_new(d->arena, struct mma);

    if (!dec_part(d, "sync") || !dec_part(d, "aligned"))
        dec_fail(d, "unsupported form");
    /* layouts say how the fragments were loaded; ours are the same for all */
    for (unsigned k = 0; k < 2; k++)
        if (!dec_part(d, "row") && !dec_part(d, "col"))
            dec_fail(d, "unsupported layout");
    if (!shape(d, &m->a))
        dec_fail(d, "unsupported shape");
    wmma_types(d, m);
    m->a.wmma = m->b.wmma = m->c.wmma = m->d.wmma = true;
    emit_mma(d, m);
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
