/* Parts of one shared buffer. */
#ifndef KP_MODEL_PARTS_H
#define KP_MODEL_PARTS_H

#include "model/func.h"

/* If pointers of a kernel into one shared array never touch the same bytes in any visible instance,
 * those whose memory holds other data than tiles (scratch, accumulators) become pointers to
 * separate objects. Called once, when the points-to sets are complete. */
void kp_split_parts(struct kp_func *f);
/* True if the pointer points only into one such part of the buffer. */
bool kp_points_to_part(const struct kp_func *f, const struct kp_sym *v, const struct kp_sym *whole);
/* True if two shared objects may share bytes. NULL stands for any object. */
bool kp_share_memory(const struct kp_sym *a, const struct kp_sym *b);

#endif
