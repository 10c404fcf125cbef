/* Sums that are above 0 because of what is known. */
#ifndef KP_FACTS_ROOM_H
#define KP_FACTS_ROOM_H

#include "facts/known.h"

/* True if the sum is above 0 wherever control is in the block, and `known` sums are. */
bool kp_says_room(const struct kp_exact *e, uint32_t block, const struct kp_sum *known,
                  unsigned n_known, const struct kp_sum *room);

#endif
