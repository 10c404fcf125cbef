/* Sums of products of values that are known only when the program reaches a loop: 4 * Bc * d + 12 *
 * Bc. */
#ifndef KP_FACTS_SUM_H
#define KP_FACTS_SUM_H

#include "fn/fn.h"

enum { KP_SUM_TERMS = 12, KP_SUM_DEGREE = 4 };

struct kp_term {
    kp_val factor[KP_SUM_DEGREE]; /* sorted; NONE first */
    int64_t by;                   /* the coefficient, not 0 */
};

struct kp_sum {
    struct kp_term term[KP_SUM_TERMS]; /* no two with the same factors */
    unsigned n;
};

/* The results are exact. False when a number overflows or the sum has too many terms. `out` may be
 * an operand. kp_sum_add() computes x + times * y. */
bool kp_sum_add(const struct kp_sum *x, const struct kp_sum *y, int64_t times, struct kp_sum *out);
bool kp_sum_multiply(const struct kp_sum *x, const struct kp_sum *y, struct kp_sum *out);
/* The sum divided by the value; false when a term does not have it as a factor. */
bool kp_sum_divide(const struct kp_sum *x, kp_val by, struct kp_sum *out);
/* The term that makes x when it is multiplied by the other one, as a sum; false: there is none. */
bool kp_term_divide(const struct kp_term *x, const struct kp_term *by, struct kp_sum *out);
struct kp_sum kp_sum_of_number(int64_t number);
struct kp_sum kp_sum_of_value(kp_val v);
bool kp_sum_is_number(const struct kp_sum *x, int64_t *number);
bool kp_sum_equal(const struct kp_sum *x, const struct kp_sum *y);

#endif
