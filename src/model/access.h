/* Queries of effects. */
#ifndef KP_MODEL_ACCESS_H
#define KP_MODEL_ACCESS_H

#include "kp.h"

/* Atomics and read-modify-writes are both stores and reads. */
bool kp_is_store(const struct kp_access *a);
bool kp_is_read(const struct kp_access *a);
/* True if it is known which object, or memory of which space, is touched. */
bool kp_is_known_object(const struct kp_access *a);
/* The first store to, or read of, `sym`; NULL: none. In global space, `sym` is the pointer
 * parameter or variable by which the memory is reached. */
const struct kp_access *kp_store_to(const struct kp_effects *e, const struct kp_sym *sym,
                                    enum kp_space space);
/* The first store to anything but a local; NULL when there is none. */
const struct kp_access *kp_outer_store(const struct kp_effects *e);

#endif
