/* Shared memory behind a loop. */
#ifndef KP_FACTS_BEHIND_H
#define KP_FACTS_BEHIND_H

#include "facts/points.h"

/* True if every byte of the shared object that a kernel reads behind the loop has been written
 * behind the loop before, in blocks of exactly this shape; nothing touches it in front of the loop.
 * The loop is in no other one. All threads pass a block barrier between the loop's last access to
 * the object, unless `ends_with_barrier`, and the first one behind it, and another one between what
 * is written and what is read. False when that is not known. */
bool kp_is_written_behind(const struct kp_fn *fn, const struct kp_block_shape *shape, uint32_t loop,
                          uint32_t object, bool ends_with_barrier);

#endif
