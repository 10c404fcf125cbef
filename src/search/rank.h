/* The ranking of plans by the results of their builds. */
#ifndef KP_RANK_H
#define KP_RANK_H

#include "kp.h"

/* Bytes of spill stores and loads that the original does not have. */
int kp_new_spills(const struct kp_built *b);
/* True if they are more than the predicted time answers for, or there is no prediction. */
bool kp_spills_much(const struct kp_built *b);
int kp_lost_blocks(const struct kp_built *b);

/* Compares by spills, then by predicted times or, without these, by the share of lost blocks per
 * SM. */
bool kp_is_worse_built(const struct kp_built *a, const struct kp_built *than);

/* True if the predicted time of `a` is at most `share` times that of `than`; false when a time is
 * not known. */
bool kp_is_better_by(const struct kp_built *a, const struct kp_built *than, double share);
/* The index of the best of n >= 1; of equals, the first. */
size_t kp_best_built(const struct kp_built *v, size_t n);

/* True if nothing tells how many threads a block has. */
bool kp_is_block_unknown(const struct kp_built *b);

/* Why a plan is not taken, as what is said of it, and what to change. */
struct kp_objection {
    const char *why;  /* NULL: it is taken */
    const char *hint; /* NULL: none */
    double most;      /* what its predicted time would have to be; 0: that decides nothing */
};

struct kp_objection kp_objection_to(const struct kp_built *b);
/* True if the verdict has nothing against it: it is predicted to be faster than the original, or
 * there is no prediction. */
bool kp_is_worth_it(const struct kp_built *b);

#endif
