/* What is known where control is in a block: conditions that hold, and sums that are 0 or above it.
 */
#ifndef KP_FACTS_KNOWN_H
#define KP_FACTS_KNOWN_H

#include "facts/exact.h"

enum {
    KP_GUARD_PARTS = 8,
    KP_KNOWN_CONDITIONS = 32,
    KP_KNOWN_SUMS = 16,
    KP_KNOWN_VALUES = 12,
    KP_KNOWN_CASES = 2
};

/* x < y + more */
struct kp_guard_bound {
    kp_val x, y;
    int64_t more;
};

struct kp_premises {
    const struct kp_exact *e;
    struct kp_fn_guard holds[KP_KNOWN_CONDITIONS];
    unsigned n_holds;
    struct kp_sum above[KP_KNOWN_SUMS]; /* above 0; beside what the conditions say */
    unsigned n_above;
    struct {
        kp_val value;
        struct kp_sum is;
    } equal[KP_KNOWN_VALUES]; /* values that are sums of others */
    unsigned n_equal;
    unsigned n_cases; /* how many of them are of the case that is looked at */
};

/* The conditions that all hold where the guard does: those of its `&&`. Returns how many, at most
 * KP_GUARD_PARTS. */
unsigned kp_guard_parts(const struct kp_fn *fn, const struct kp_fn_guard *g,
                        struct kp_fn_guard part[KP_GUARD_PARTS]);
/* What one of them says, where it compares integers. */
bool kp_bound_of(const struct kp_fn *fn, const struct kp_fn_guard *g, struct kp_guard_bound *out);
/* The sum that it says is above 0. */
bool kp_above_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out);
/* x - y of a guard that says x == y, or x != y. */
bool kp_zero_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out);
bool kp_other_than_zero(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out);

/* Adds the conditions under which control comes to the block. */
void kp_know_block(struct kp_premises *k, uint32_t block);
void kp_know_above(struct kp_premises *k, const struct kp_sum *above);
void kp_know_equal(struct kp_premises *k, kp_val value, const struct kp_sum *is);
bool kp_knows_equal(const struct kp_premises *k, kp_val value);
/* Puts the sums that values are known to be in their places. */
void kp_resolve(const struct kp_premises *k, struct kp_sum *s);
/* In how many ways a value becomes one of others, by a condition or where branches meet; 0: it is
 * no such value. */
unsigned kp_ways_of(const struct kp_fn *fn, kp_val id);
/* Adds what holds where the value is the one of the way. What decides has been computed, and what
 * the value is one of, since the value was the last time: all of this is in front of it. False: the
 * other value is no sum, or this is one case too many. */
bool kp_know_case(struct kp_premises *k, kp_val id, unsigned way);

#endif
