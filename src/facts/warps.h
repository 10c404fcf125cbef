/* What the threads of a warp do together, and what they alone touch. A warp is 32 threads whose
 * numbers in their block, x fastest, follow one another (CUDA C++ Programming Guide, "SIMT
 * Architecture"). */
#ifndef KP_FACTS_WARPS_H
#define KP_FACTS_WARPS_H

#include "facts/points.h"

/* True if the threads of a warp that come to the loop make as many iterations of it, and of all
 * loops around it, as each other, and these end by their conditions alone; of a loop inside another
 * one, that they decide alike on the conditions under which it stands, too. Only of kernels. Memory
 * is taken to hold the same for all threads that read it at the same address: anything else would
 * be a race. `whole_rows`: blockDim.x is a multiple of 32. *few_threads: the grid must have fewer
 * than 2^31 threads along x. */
bool kp_warps_go_together(const struct kp_fn *fn, bool whole_rows, uint32_t loop,
                          bool *few_threads);

/* True if the value, which no loop inside computes, is the same for all threads of a warp in one
 * iteration of the loop, through which the threads of each warp go together, where blockDim.x is a
 * multiple of 32. */
bool kp_is_of_warp(const struct kp_fn *fn, uint32_t loop, kp_val v);

/* A barrier outside of the loop at which some threads may wait while others of their block are at
 * one in the loop: it, or the loop, stands under a condition that they answer differently, and the
 * other one does not. `by_warps`: barriers and threads of a warp; else whole_rows must be false.
 * What is unknown may be a barrier. NULL: there is none. */
const struct kp_node *kp_barrier_of_others(const struct kp_fn *fn, bool by_warps, bool whole_rows,
                                           uint32_t loop, bool *few_threads);

/* True if in no execution of the loop a byte of the shared object that one of its warps writes is
 * touched by another one. False when that is not known. */
bool kp_warps_are_apart(const struct kp_fn *fn, const struct kp_block_shape *shape, uint32_t loop,
                        uint32_t object);

#endif
