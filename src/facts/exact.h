/* The program's integer arithmetic as sums. Signed arithmetic does not overflow (undefined in C++).
 */
#ifndef KP_FACTS_EXACT_H
#define KP_FACTS_EXACT_H

#include "facts/reach.h"

struct kp_exact {
    const struct kp_fn *fn;
    uint32_t object;            /* whose address is 0 */
    const bool *holds;          /* addresses in it */
    const struct kp_sum *atoms; /* its factors are not taken apart; NULL: none */
    bool in_counter;            /* a counter is looked at, and no other in it */
    int64_t *multiples; /* by axis: what blockDim is taken for a multiple of, as far as anything
                         * rests on that; NULL: nothing may */
};

bool kp_is_integer(struct kp_fn_type t); /* INT, UINT */
/* The value as a sum. `wrapped`: modulo 2^32, or 2^64, of a value of so many bits. False: it has
 * none. */
bool kp_exact_sum(const struct kp_exact *e, kp_val id, bool wrapped, struct kp_sum *out);
/* A sum that is equal modulo 2^32, in which what is divided without a rest stands for quotients and
 * their multiples, and remainders of one number are one factor. `multiples` are those that this
 * rests on. False: there is nothing to replace. */
bool kp_exact_undivided(const struct kp_exact *e, const struct kp_sum *s, struct kp_sum *out);
/* True for a loop's counter of 64 bits, unsigned, that begins with a number of 32 bits and is
 * increased by at most 1,024 at a time: to come to 2^61 would take 2^51 iterations. */
bool kp_is_far_from_end(const struct kp_exact *e, kp_val id);
/* The factor of a term that has just one; NONE. */
kp_val kp_only_factor(const struct kp_term *t);

#endif
