/* Private to facts/: limits of factors, for ranges of sums. */
#ifndef KP_FACTS_LIMITS_H
#define KP_FACTS_LIMITS_H

#include "facts/reach.h"

struct kp_range {
    struct kp_sum lo, hi; /* both included */
};

/* Limits the factors of the sum; `products_only`: those that are multiplied by another one. */
void kp_limit_factors(struct kp_reaches *r, const struct kp_sum *s, bool products_only);
/* True if the sum is never negative, which may take limits of its factors. */
bool kp_make_positive(struct kp_reaches *r, const struct kp_sum *s);
/* True if every value of the range is one of the type, which may take limits and rooms. */
bool kp_range_fits(struct kp_reaches *r, const struct kp_range *x, struct kp_fn_type t);

#endif
