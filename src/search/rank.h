/* Which of several plans is the best, by what was built of them. */
#ifndef KP_RANK_H
#define KP_RANK_H

#include "kp.h"

int kp_new_spills(const struct kp_built *b);
int kp_lost_blocks(const struct kp_built *b);

/* By spills, then by the predicted times, else by the share of blocks per SM that is lost. */
bool kp_is_worse_built(const struct kp_built *a, const struct kp_built *than);

/* Does `a` promise to take at most that share of the time of `than`? False where a time is not
 * known. */
bool kp_is_better_by(const struct kp_built *a, const struct kp_built *than, double share);
/* The best of n >= 1, by number; of those that are as good the first. */
size_t kp_best_built(const struct kp_built *v, size_t n);

/* Is it predicted to be faster than the original, or not predicted? */
bool kp_is_worth_it(const struct kp_built *b);

#endif
