/* The object that an address is in. */
#ifndef KP_FACTS_POINTED_H
#define KP_FACTS_POINTED_H

#include "fn/fn.h"

/* The object that a pointer points into, at any offset; -1 when there are several or it is not
 * known. */
int64_t kp_points_into(const struct kp_fn *fn, kp_val pointer);
/* True if it points into one object, which is shared memory, or a thread's own. */
bool kp_points_into_shared(const struct kp_fn *fn, kp_val pointer);
bool kp_points_into_local(const struct kp_fn *fn, kp_val pointer);
/* True if an object, -1 for none, is shared memory. */
bool kp_is_shared_object(const struct kp_fn *fn, int64_t object);
/* The same as kp_points_into() for an address that may be an integer: a cast pointer with numbers
 * added. */
int64_t kp_object_at(const struct kp_fn *fn, kp_val address);
/* The operand of an integer sum of an address and a number that is the address; -1: `v` is no such
 * sum. Anything else that computes with the bits of an address depends on where the object lies. */
int kp_address_operand(const struct kp_fn *fn, const struct kp_value *v);

#endif
