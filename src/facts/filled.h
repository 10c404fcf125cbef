/* Elements of a shared array that one iteration of a loop fills and reads. */
#ifndef KP_FACTS_FILLED_H
#define KP_FACTS_FILLED_H

#include "fn/fn.h"

/* True if every byte of the array that an iteration of the loop `node` of a kernel reads has been
 * written in the same iteration, or is never written. Shown for one form: each store is to the
 * element of the thread's own index, under a bound on that index in which all else is the same for
 * the whole block, and each read is of an element that is known to be below that bound. The array
 * is used in this loop alone, which is in no other loop. False when that is not known. */
bool kp_reads_what_it_fills(const struct kp_fn *fn, const struct kp_node *node,
                            const struct kp_sym *array);

#endif
