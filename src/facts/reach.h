/* Bounds of accesses over all threads of a block and all iterations of their loops, as sums of
 * values that are known before a loop. Used where sizes are not constants, so that footprints
 * (footprint.h) cannot be computed. What the sums assume about these values is tested at run time
 * before the bounds are used. */
#ifndef KP_FACTS_REACH_H
#define KP_FACTS_REACH_H

#include "facts/sum.h"

/* The largest value of a factor: products of three factors fit into 64 bits. */
enum { KP_REACH_LIMIT = 1 << 18 };

/* Added to an enum kp_special, a factor for that special value even if the program does not use it.
 */
#define KP_REACH_SPECIAL (UINT32_MAX - KP_SPECIALS)

struct kp_reaches {
    const struct kp_fn *fn;
    /* Returns the name of a value at the place of the run-time test; NULL: it has none. Called for
     * parameters, dimensions, and values that are the same for all threads. */
    const char *(*name)(void *of, kp_val v);
    void *of;
    KP_VEC(kp_val) limited;      /* values that the test must find to be from 0 to KP_REACH_LIMIT */
    KP_VEC(struct kp_sum) rooms; /* sums that the test must find not to be negative */
    long steps;                  /* private */
};

/* A range of bytes relative to `base`: an ADDRESS, a pointer PARAM or another pointer that is the
 * same for all threads. If loops and guards let nothing run, the bounds have no meaning. */
struct kp_reach {
    kp_val base;
    struct kp_sum from, to;
};

/* The range of an access to `bytes` at an address in the block `block`. False: not known. */
bool kp_reach_at(struct kp_reaches *r, kp_val address, uint32_t block, int64_t bytes,
                 struct kp_reach *out);

/* True if the sum is never negative while the limited values are in their limits. */
bool kp_sum_is_positive(const struct kp_reaches *r, const struct kp_sum *s);
/* True if the sum can be computed in 64 bits. */
bool kp_sum_fits(const struct kp_reaches *r, const struct kp_sum *s);
/* The sum of the terms with positive (`sign` 1) or negative (-1) coefficients as a 64-bit C++
 * expression; "0" when there are none. */
const char *kp_sum_text(const struct kp_reaches *r, const struct kp_sum *s, int sign);

#endif
