/* Elements of a shared array that one iteration of a loop fills and reads. */
#ifndef KP_FACTS_FILLED_H
#define KP_FACTS_FILLED_H

#include "fn/fn.h"

/* True if every byte of the array that an iteration of the loop `node` of a kernel reads has been
 * written in the same iteration, or is never written. Shown where each store is to elements that
 * are the same in each iteration, for each thread and each trip of the loops that fill the array,
 * under bounds on the element's number that differ between iterations, but not in the
 * block, and where each read is of an element that is known to be below all of them. The array is
 * used in this loop alone. False when that is not known. `by_warps`: what is said of the block
 * holds of each warp, if blockDim.x is a multiple of 32 and no warp touches what another one
 * writes. `multiples`, of three axes: where blockDim is a multiple
 * of these, which are raised to what it has to be; NULL: of any block. */
bool kp_reads_what_it_fills(const struct kp_fn *fn, const struct kp_node *node,
                            const struct kp_sym *array, bool by_warps, int64_t *multiples);
/* True if the array is used in the loop `node` of a kernel and behind it in the loop around, where
 * the same elements are filled, and every byte that is read has been written in the same iteration
 * of the loop `node`, or behind it in the same iteration of the loop around, or is never written.
 * So nothing in the loop reads what code behind it has left, nor the other way round. (refilled.c)
 */
bool kp_refills_behind(const struct kp_fn *fn, const struct kp_node *node,
                       const struct kp_sym *array);

#endif
