/* Values that are not negative, by what they are computed from. */
#ifndef KP_FACTS_SIGN_H
#define KP_FACTS_SIGN_H

#include "facts/exact.h"

/* True if the value is not negative in any iteration of the loops that it changes in. */
bool kp_is_not_negative(const struct kp_exact *e, kp_val id);
/* The most that a number of 32 bits without a sign can be, where nothing that it is computed from
 * wraps around, and it is no more than an int can be. False: not known. */
bool kp_most_of_unsigned(const struct kp_exact *e, kp_val id, int64_t *most);
/* True for a product: no factor of it is negative. */
bool kp_term_is_not_negative(const struct kp_exact *e, const struct kp_term *t);
/* The same for a sum: no term of it is negative. */
bool kp_sum_is_not_negative(const struct kp_exact *e, const struct kp_sum *s);

#endif
