/* Products of matrix fragments, for mma and wmma.mma. */
#ifndef KP_SIMT_MMA_H
#define KP_SIMT_MMA_H

#include "simt/fragment.h"

enum mma_bits { BITS_NONE, BITS_XOR, BITS_AND };

struct mma {
    struct frag a, b, c, d;
    struct kp_slot sa[16], sb[16], sc[16], sd[16];
    enum mma_bits bits; /* for one-bit elements: how two are multiplied */
    bool saturate;      /* the integer sum */
    bool col_a, col_b;  /* only for m8n8k4 of halves, which has a choice of layouts */
};

enum mma_bits mma_bit_operation(struct decoder *d);
/* Reads the operands of the instruction and emits it; shape and types of *m must be set. */
void mma_emit(struct decoder *d, struct mma *m);

#endif
