/* Tiles that a load phase writes once. */
#ifndef KP_MODEL_ONCE_H
#define KP_MODEL_ONCE_H

#include "facts/footprint.h"
#include "model/func.h"

/* Does each thread write each byte of the tile at most once in an iteration of the loop, whatever
 * indices and pointers it goes by? Shown by the function IR, for all visible instances; false:
 * that is not known. */
bool kp_fills_once(struct kp_func *f, const struct kp_loop *l, const struct kp_tile *t);
/* The tiles are dynamic shared memory: the bytes from its begin behind which the loop stores
 * nothing, in any instance; -1: not known. Nothing of that memory is a part of its own (parts.h).
 */
int64_t kp_filled_to(struct kp_func *f, const struct kp_loop *l);
/* The threads that a block may have, by what the source says of the kernel. */
struct kp_block_shape kp_possible_block(const struct kp_func *f);

#endif
