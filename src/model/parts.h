/* Parts of one shared buffer. */
#ifndef KP_MODEL_PARTS_H
#define KP_MODEL_PARTS_H

#include "model/func.h"

/* Where pointers of a kernel into one shared array are shown never to touch the same bytes, those
 * that hold anything but data from global memory become pointers into objects of their own: scratch
 * and accumulators beside the tiles. For all visible instances, or not at all. Asked once the
 * points-to sets are complete. */
void kp_split_parts(struct kp_func *f);
/* Does the pointer point into nothing but such a part of the buffer? */
bool kp_points_to_part(const struct kp_func *f, const struct kp_sym *v, const struct kp_sym *whole);
/* May two shared objects share bytes? NULL: some object. */
bool kp_share_memory(const struct kp_sym *a, const struct kp_sym *b);

#endif
