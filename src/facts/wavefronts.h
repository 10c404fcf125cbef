/* Wavefronts: the number of passes over shared memory for one request of a warp.
 *
 * Shared memory has 32 banks of four bytes (CUDA C++ Programming Guide, "Shared Memory" of compute
 * capability 5.x and later): a request takes as many wavefronts as its lanes access distinct words
 * in the most used bank. Accesses of 8 bytes are served by half warps, those of 16 by quarter
 * warps, each by itself. ldmatrix is served one matrix at a time: eight rows of 16 bytes, each row
 * an address of its own (PTX ISA, "ldmatrix"), which is a quarter warp's access of 16 bytes. The
 * accesses of load_matrix_sync are not documented; nvcc compiles it to ldmatrix for both operands
 * of a product, and to accesses of pairs of elements for accumulators. */
#ifndef KP_FACTS_WAVEFRONTS_H
#define KP_FACTS_WAVEFRONTS_H

#include <stdint.h>

enum { KP_BANKS = 32, KP_BANK_BYTES = 4, KP_LANES = 32, KP_WIDEST_ACCESS = 16 };

struct kp_wavefronts {
    unsigned degree; /* the most distinct words in one bank, over the parts of the warp */
    unsigned sum;    /* wavefronts of all parts */
    unsigned ideal;  /* .. if no two words were in one bank */
};

/* The wavefronts when each lane l in `active` accesses `bytes` (at least 1) at at[l]: of one
 * request, or of several, where no instruction accesses so many at once. Of these each is of the
 * most bytes that divide `bytes`, a power of two up to 16, and at[l] a multiple of it. */
struct kp_wavefronts kp_wavefronts(const int64_t at[KP_LANES], uint32_t active, int64_t bytes);

#endif
