/* What is known where control is in a block: conditions that hold, and sums that are 0 or above it.
 */
#ifndef KP_FACTS_KNOWN_H
#define KP_FACTS_KNOWN_H

#include "facts/exact.h"

enum { KP_GUARD_PARTS = 8, KP_KNOWN_CONDITIONS = 32, KP_KNOWN_SUMS = 16, KP_KNOWN_CASES = 2 };

/* x < y + more */
struct kp_guard_bound {
    kp_val x, y;
    int64_t more;
};

struct kp_known {
    const struct kp_exact *e;
    struct kp_fn_guard holds[KP_KNOWN_CONDITIONS];
    unsigned n_holds;
    struct kp_sum above[KP_KNOWN_SUMS]; /* above 0; beside what the conditions say */
    unsigned n_above;
    struct kp_sum zero[KP_KNOWN_CASES]; /* in the case that is looked at: 0 .. */
    kp_val decided[KP_KNOWN_CASES];     /* .. as each of these values is one of others */
    unsigned n_decided;
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
void kp_know_block(struct kp_known *k, uint32_t block);
void kp_know_above(struct kp_known *k, const struct kp_sum *above);
/* In how many ways a value becomes one of others, by a condition or where branches meet; 0: it is
 * no such value. */
unsigned kp_ways_of(const struct kp_fn *fn, kp_val id);
/* Adds what holds where the value is the one of the way. What decides has been computed, and what
 * the value is one of, since the value was the last time: all of this is in front of it. False: the
 * other value is no sum. At most KP_KNOWN_CASES values are decided. */
bool kp_know_case(struct kp_known *k, kp_val id, unsigned way);

#endif
