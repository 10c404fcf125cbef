/* `kpipe tune`, within it: plans that rest on what others became (more of them for the likely ways
 * to merge, and requests for blocks per SM), and what its files share. */
#ifndef KP_TUNE_MORE_H
#define KP_TUNE_MORE_H

#include "search/tune.h"

/* Tells who asked for it what is done now. */
void kp_tune_say(const struct kp_tune *t, const char *what);
/* What all loops of a plan add to the launch's dynamic shared memory. */
struct kp_staging kp_tune_staging(const struct kp_unit *u);

/* The first loop of the case's kernel that is pipelined; loops.n: none. */
size_t kp_tune_loop(const struct kp_case *c, const struct kp_unit *u);

/* The ways to merge that get more plans: conv2d_im2col_wmma has its best third by prediction. */
enum { KP_LIKELY_MERGES = 3 };
/* Those of the plans with the least predicted times; x is 0 behind the last. */
void kp_tune_likely_merges(const struct kp_tune *t, struct kp_merge v[KP_LIKELY_MERGES]);

/* Plan number `of` once more, with so many blocks per SM asked for by __launch_bounds__. */
struct kp_block_request {
    size_t of;
    int blocks;
};
/* What to ask for, for the plans that are there. `source` is the plan from the source. */
struct kp_block_request *kp_tune_block_requests(const struct kp_tune *t,
                                                const struct kp_unit *source, size_t *n);
/* True if it has the blocks that were asked for; spills may cost less than these: measured. */
bool kp_tune_has_requested(const struct kp_try *x);

#endif
