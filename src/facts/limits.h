/* Private to facts/: limits of factors, for ranges of sums; ranges of values. */
#ifndef KP_FACTS_LIMITS_H
#define KP_FACTS_LIMITS_H

#include "facts/reach.h"

struct kp_range {
    struct kp_sum lo, hi; /* both included */
};

/* Limits the factors of the sum; `products_only`: those that are multiplied by another one. */
void kp_limit_factors(struct kp_reaches *r, const struct kp_sum *s, bool products_only);
/* Keeps the numbers between which a value of one thread always is, if they are known. */
void kp_know_own(struct kp_reaches *r, kp_val v, const struct kp_range *range);
/* True if the sum is never negative, which may take limits of its factors. */
bool kp_make_positive(struct kp_reaches *r, const struct kp_sum *s);
/* .. or has the test find that the sum itself is not negative. */
bool kp_test_positive(struct kp_reaches *r, const struct kp_sum *s);
/* True if every value of the range is one of the type, which may take limits and rooms. */
bool kp_range_fits(struct kp_reaches *r, const struct kp_range *x, struct kp_fn_type t);

/* The range of a value where the guard holds. Takes limits and rooms; where it is false, none. */
bool kp_range_of(struct kp_reaches *r, kp_val id, uint32_t guard, int depth, struct kp_range *out);
/* One of two ranges, it is not known which. */
bool kp_range_of_either(struct kp_reaches *r, const struct kp_range *x, const struct kp_range *y,
                        struct kp_range *out);
/* kept.c: the range of what a LOAD finds in memory of the thread's own, whenever it was stored. */
bool kp_range_kept(struct kp_reaches *r, const struct kp_value *load, int depth,
                   struct kp_range *out);
/* The value as a sum of values that are not looked into, if nothing wraps. */
bool kp_followed_sum(struct kp_reaches *r, kp_val id, uint32_t guard, int depth,
                     struct kp_sum *out);
/* True if the operand of the comparison is the value, perhaps converted. */
bool kp_is_side(const struct kp_fn *fn, const struct kp_value *c, unsigned operand, kp_val id);

/* tight.c: an offset, as what is added to an address and taken from it. */
enum { KP_OFFSETS = 8 };
struct kp_offset {
    kp_val value[KP_OFFSETS];
    int sign[KP_OFFSETS];
    unsigned n;
};
/* Replaces the upper bound of the offset where the guard holds by a smaller one, if one is found.
 */
void kp_tighten(struct kp_reaches *r, const struct kp_offset *o, uint32_t guard, struct kp_sum *hi);

#endif
