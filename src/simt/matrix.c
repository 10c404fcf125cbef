/* Matrices of 8x8 halves between shared memory and registers: ldmatrix, stmatrix, movmatrix. */
#include "simt/decode.h"

#include <string.h>

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
    unsigned n = 0;
    int64_t imm;
    bool trans = false, shape = false;

    if (!dec_part(d, "sync") || !dec_part(d, "aligned"))
        dec_fail(d, "unsupported form");
    for (unsigned tries = 0; tries < 3; tries++) { /* ptxas takes .x4.trans.m8n8, too */
        shape |= dec_part(d, "m8n8");
        n = n ? n : dec_part(d, "x4") ? 4 : dec_part(d, "x2") ? 2 : dec_part(d, "x1");
        trans |= dec_part(d, "trans");
    }
    m->space = dec_part(d, "shared") || dec_part(d, "shared::cta") ? SPACE_SHARED : SPACE_GENERIC;
    if (!shape || !n || !dec_part(d, "b16"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    m->n = n;
    if (dec_slots(d, &o[load ? 0 : 1], T_u32, m->slot, 4) != n)
        dec_fail(d, "wrong number of registers");
    imm = dec_address(d, &o[load ? 1 : 0], m);
    dec_access(d, SPACE_SHARED, 16);
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

/* Every lane gives two neighbours of a row and gets two neighbours of a column. */
static void exec_movmatrix(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t *to = reg_at(w, i->d);
    const uint32_t *from = reg_at(w, i->a);
    uint16_t tile[8][8];

    if (!kp_converge(w, i, mask, FULL_MASK))
        return;
    for (unsigned l = 0; l < LANES; l++) {
        tile[l / 4][l % 4 * 2] = (uint16_t)from[l];
        tile[l / 4][l % 4 * 2 + 1] = (uint16_t)(from[l] >> 16);
    }
    for (unsigned l = 0; l < LANES; l++)
        to[l] = tile[l % 4 * 2][l / 4] | (uint32_t)tile[l % 4 * 2 + 1][l / 4] << 16;
}

void decode_movmatrix(struct decoder *d)
{
    struct kp_insn *i;
    uint32_t to, from;

    if (!dec_part(d, "sync") || !dec_part(d, "aligned") || !dec_part(d, "m8n8") ||
        !dec_part(d, "trans") || !dec_part(d, "b16"))
        dec_fail(d, "unsupported form");
    dec_done(d);
    dec_operands(d, 2, 2);
    to = dec_result(d, &d->in->opnd[0], LANE_32);
    from = dec_source(d, &d->in->opnd[1], T_u32);
    i = dec_emit(d, exec_movmatrix);
    i->d = to;
    i->a = from;
}
