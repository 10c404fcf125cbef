/* The indices of an array's own dimensions. Beyond a dimension nothing may be accessed (C++,
 * [expr.add]), so an element has one number of each index. Nothing is said of an access with a
 * constant in front of another index: in `tile[0][i]`, i is often meant to be of the whole array.
 */
#ifndef KP_FACTS_SUBSCRIPT_H
#define KP_FACTS_SUBSCRIPT_H

#include "facts/exact.h"

enum { KP_MAX_SUBSCRIPTS = 3 };

/* Index number `index`, counted from the last one, of an access that names all dimensions of the
 * object of `e`, which has several. */
bool kp_subscript_sum(const struct kp_exact *e, const struct kp_node *access, int index,
                      struct kp_sum *out);
/* The extent of that dimension less the index, where it is known: above 0 unless the index is past
 * its end. */
bool kp_subscript_room(const struct kp_exact *e, const struct kp_node *access, int index,
                       struct kp_sum *out);
/* What the indices of an access say: sums that are above 0. Returns how many. */
unsigned kp_subscripts_say(const struct kp_exact *e, const struct kp_node *access,
                           struct kp_sum above[KP_MAX_SUBSCRIPTS]);

#endif
