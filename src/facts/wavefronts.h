/* Wavefronts: how often shared memory is asked for one request of a warp.
 *
 * Shared memory has 32 banks of four bytes (CUDA C++ Programming Guide, "Shared Memory" of compute
 * capability 5.x and later): a request takes as many wavefronts as the most distinct words that its
 * lanes want of one bank. Accesses of 8 bytes are served by half warps, those of 16 by quarter
 * warps, each by itself. ldmatrix is served one matrix at a time: eight rows of 16 bytes, each row
 * an address of its own (PTX ISA, "ldmatrix"), which is a quarter warp's access of 16 bytes. What
 * load_matrix_sync does is not written anywhere; nvcc makes ldmatrix of it for both operands of a
 * product, and accesses of pairs of elements for accumulators. */
#ifndef KP_FACTS_WAVEFRONTS_H
#define KP_FACTS_WAVEFRONTS_H

#include <stdint.h>

enum { KP_BANKS = 32, KP_BANK_BYTES = 4, KP_LANES = 32, KP_WIDEST_ACCESS = 16 };

struct kp_wavefronts {
    unsigned degree; /* the worst part of the warp: so many words of one bank */
    unsigned sum, ideal;
};

/* Of one request: lane l, of those in `active`, touches `bytes` (1 to 16) from at[l] on, aligned to
 * that. */
struct kp_wavefronts kp_wavefronts(const int64_t at[KP_LANES], uint32_t active, int64_t bytes);

#endif
