/* How far accesses reach, over all threads of a block and all trips of their loops, as sums of
 * values that are known in front of a loop: bounds where footprints (footprint.h) have no numbers.
 * What the sums take for granted of those values is tested before anybody relies on them. */
#ifndef KP_FACTS_REACH_H
#define KP_FACTS_REACH_H

#include "facts/sum.h"

/* The largest value that is multiplied by another: products of three stay in 64 bits. */
enum { KP_REACH_LIMIT = 1 << 18 };

/* As a factor, a special value (enum kp_special) that the program need not ask for. */
#define KP_REACH_SPECIAL (UINT32_MAX - KP_SPECIALS)

struct kp_reaches {
    const struct kp_fn *fn;
    /* What the value is called where the test will stand; NULL: nothing. Asked of parameters,
     * dimensions, and values that are the same for all threads. */
    const char *(*name)(void *of, kp_val v);
    void *of;
    KP_VEC(kp_val) limited;      /* values that are to be from 0 to KP_REACH_LIMIT */
    KP_VEC(struct kp_sum) rooms; /* .. and that are not to be negative, those being so */
    long steps;                  /* private */
};

/* Bytes from `base`, an ADDRESS, a pointer PARAM or another pointer that is one for all threads.
 * Where the loops or guards let nothing run, the bounds say nothing. */
struct kp_reach {
    kp_val base;
    struct kp_sum from, to;
};

/* Of `bytes` at an address, while the values of `block` run. False: not known. */
bool kp_reach_at(struct kp_reaches *r, kp_val address, uint32_t block, int64_t bytes,
                 struct kp_reach *out);

/* Is the sum certainly not negative, the limited values being what they are to be? */
bool kp_sum_is_positive(const struct kp_reaches *r, const struct kp_sum *s);
/* Can the sum be computed in 64 bits? */
bool kp_sum_fits(const struct kp_reaches *r, const struct kp_sum *s);
/* The terms above 0 (`sign` 1) or below (-1), as C++ that computes in 64 bits; "0" without any. */
const char *kp_sum_text(const struct kp_reaches *r, const struct kp_sum *s, int sign);

#endif
