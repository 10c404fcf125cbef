/* Stores whose points are those of other stores. */
#ifndef KP_FACTS_ALIKE_H
#define KP_FACTS_ALIKE_H

#include "facts/fills.h"

/* True if whatever the store `x` of f's loop writes belongs to points of `y`, under the fixed
 * guards of that: by the same threads, and in trips of the same numbers. */
bool kp_fill_is_within(const struct kp_filled *f, const struct kp_fill *x, const struct kp_fill *y);

#endif
