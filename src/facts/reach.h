/* Bounds of accesses over all threads of a block and all iterations of their loops, as sums of
 * values that are known before a loop. Used where sizes are not constants, so that footprints
 * (footprint.h) cannot be computed. What the sums assume about these values is tested at run time
 * before the bounds are used. */
#ifndef KP_FACTS_REACH_H
#define KP_FACTS_REACH_H

#include "facts/sum.h"

/* The largest value of a factor: products of three factors, and of a size, fit into 64 bits. One
 * that stands alone may have 31 bits, or 40 where its type has 64. The sizes of a template's type
 * parameters are from 1 to KP_REACH_SIZE, which is tested as well. */
enum { KP_REACH_LIMIT = 1 << 18, KP_REACH_SIZE = 16 };

struct kp_limit {
    kp_val value;
    int64_t most;
};

/* Added to an enum kp_special, a factor for that special value even if the program does not use it.
 */
#define KP_REACH_SPECIAL (UINT32_MAX - KP_SPECIALS)

struct kp_reaches {
    const struct kp_fn *fn;
    /* Returns the name of a value at the place of the run-time test; NULL: it has none. Called for
     * parameters, dimensions, and values that are the same for all threads. */
    const char *(*name)(void *of, kp_val v);
    /* .. of a number of one thread, which the same test knows. */
    const char *(*name_of_own)(void *of, kp_val v);
    void *of;
    int64_t block[3]; /* the block's dimensions, which the test demands as well; all zero: any */
    bool by_thread;   /* of one thread alone: its indices, and numbers of its own, are factors */
    KP_VEC(struct kp_limit) limited; /* values that the test must find to be from 0 to this */
    KP_VEC(struct kp_limit) own;     /* numbers of one thread, which are from 0 to this */
    KP_VEC(struct kp_sum) rooms;     /* sums that the test must find not to be negative */
    long steps;                      /* private */
};

/* A range of bytes relative to `base`: an ADDRESS, a pointer PARAM or another pointer that is the
 * same for all threads. If loops and guards let nothing run, the bounds have no meaning. */
struct kp_reach {
    kp_val base;
    struct kp_sum from, to;
};

/* The range of an access to `bytes`, which are not negative, at an address in the block `block`.
 * False: not known. */
bool kp_reach_at(struct kp_reaches *r, kp_val address, uint32_t block, const struct kp_sum *bytes,
                 struct kp_reach *out);
/* What a pointer is moved by from the one that it is made of, in bytes: a sum in which the thread's
 * indices are factors. False: not known. */
bool kp_moved_by(struct kp_reaches *r, kp_val pointer, kp_val from, struct kp_sum *out);
/* Limits the factors of 64 bits that have no limit. */
void kp_reach_limit(struct kp_reaches *r, const struct kp_sum *s);
/* The least of the limits of a value; -1: none. */
int64_t kp_limit_of(const struct kp_reaches *r, kp_val v);
/* True for the size of a template's type parameter. */
bool kp_is_given_size(const struct kp_fn *fn, kp_val v);

/* True if the sum is never negative while the limited values are in their limits. */
bool kp_sum_is_positive(const struct kp_reaches *r, const struct kp_sum *s);
/* .. and if it always is. A test of it would leave the loop as it was. */
bool kp_sum_is_negative(const struct kp_reaches *r, const struct kp_sum *s);
/* True if the sum can be computed in 64 bits. */
bool kp_sum_fits(const struct kp_reaches *r, const struct kp_sum *s);
/* The sum of the terms with positive (`sign` 1) or negative (-1) coefficients as a 64-bit C++
 * expression; "0" when there are none. */
const char *kp_sum_text(const struct kp_reaches *r, const struct kp_sum *s, int sign);

#endif
