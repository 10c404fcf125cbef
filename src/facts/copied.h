/* What the copies of a loop cost: words that a thread loads from global memory and stores to shared
 * memory as they are, one by one, with the first-level cache's data path as what they wait for. It
 * serves to choose between plans; nothing about correctness may depend on it. */
#ifndef KP_FACTS_COPIED_H
#define KP_FACTS_COPIED_H

#include "facts/lanes.h"

/* Wavefronts of a warp in one iteration of the loop, on average over the block's warps. */
struct kp_copied {
    double loaded;  /* by a load and a store for each copy */
    double async;   /* by cp.async of as many bytes */
    double again;   /* sectors that cp.async of 16 bytes fetches, and a load does not */
    unsigned lines; /* that the lanes of one copy read, of the copy with the most */
};

/* The copies of 4 to 16 bytes in the loop `node`, in blocks of this shape: x is 0 for a row of
 * nobody knows how many threads. False: it has none, or an address is not known. */
bool kp_copied_of(const struct kp_fn *fn, const struct kp_node *node, const int64_t block[3],
                  struct kp_copied *out);

#endif
