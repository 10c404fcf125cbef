/* Sums that are above 0 because of the conditions that hold. */
#ifndef KP_FACTS_ROOM_H
#define KP_FACTS_ROOM_H

#include "facts/exact.h"

/* x < y + more */
struct kp_guard_bound {
    kp_val x, y;
    int64_t more;
};

/* The conditions that all hold where the guard does: those of its `&&`. Returns how many, at most
 * KP_GUARD_PARTS. */
enum { KP_GUARD_PARTS = 8 };
unsigned kp_guard_parts(const struct kp_fn *fn, const struct kp_fn_guard *g,
                        struct kp_fn_guard part[KP_GUARD_PARTS]);
/* What one of them says, where it compares integers. */
bool kp_bound_of(const struct kp_fn *fn, const struct kp_fn_guard *g, struct kp_guard_bound *out);
/* True if the sum is above 0 wherever control is in the block, and `known` sums are. */
bool kp_says_room(const struct kp_exact *e, uint32_t block, const struct kp_sum *known,
                  unsigned n_known, const struct kp_sum *room);

#endif
