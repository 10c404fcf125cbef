/* Matrix fragments: which register of which lane holds which element. */
#ifndef KP_SIMT_FRAGMENT_H
#define KP_SIMT_FRAGMENT_H

#include "simt/decode.h"

enum { MAX_ELEMENTS = 1024 }; /* of the largest matrix: 16x64 numbers of four bits */

/* EL_WORD: 32 one-bit elements; a row of the matrix has k / 32 of these words. */
enum elem {
    EL_F16,
    EL_BF16,
    EL_TF32,
    EL_F32,
    EL_F64,
    EL_S8,
    EL_U8,
    EL_S4,
    EL_U4,
    EL_E4M3,
    EL_E5M2,
    EL_S32,
    EL_WORD,
};

struct frag {
    char which; /* 'a', 'b', 'c' (and d) */
    enum elem elem;
    unsigned m, n, k; /* of the operation */
    unsigned regs;    /* per lane */
    bool wmma;        /* loaded by wmma.load, whose layout is not documented */
    /* of each element of each lane's register, register by register: its place in the matrix, by
     * rows */
    const uint16_t *at;
};

union dense {
    float f[MAX_ELEMENTS];
    double d[MAX_ELEMENTS];
    int32_t i[MAX_ELEMENTS];
};

unsigned frag_elem_bits(enum elem e);
unsigned frag_per_reg(enum elem e);
unsigned frag_rows(const struct frag *f);
unsigned frag_cols(const struct frag *f);
/* Copies registers to a dense matrix, stored by rows, and back. */
void frag_gather(const struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                 union dense *x);
void frag_scatter(struct kp_warp *w, const struct frag *f, const struct kp_slot *slot,
                  const union dense *x);
void frag_put(union dense *x, unsigned at, enum elem e, uint64_t raw);
uint64_t frag_get(const union dense *x, unsigned at, enum elem e);

/* Read the shape and the element type from the instruction's name. */
bool frag_shape(struct decoder *d, struct frag *f);
enum elem frag_type(struct decoder *d);
/* Stores the registers `o` of a fragment in s; shape and type determine their number. Sets regs,
 * at. */
void frag_operand(struct decoder *d, struct frag *f, const struct ptx_opnd *o, struct kp_slot *s);

#endif
