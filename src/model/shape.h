/* The block for which a kernel is written, as its tiles show it, where no launch of it is in sight.
 */
#ifndef KP_MODEL_SHAPE_H
#define KP_MODEL_SHAPE_H

#include "model/loops.h"

/* The axis of threadIdx that the expression is, by itself or by a variable that is nothing else;
 * 0: none. */
char kp_thread_axis(struct kp_func *f, const struct kp_node *e);
/* True if each thread stores the element that its own indices name, tile[threadIdx.y][threadIdx.x]
 * or tile[threadIdx.x], with the dimensions of the tile, without padding, along these axes; *y:
 * NULL for a row of threads. */
bool kp_tile_of_threads(struct kp_func *f, const struct kp_copy *copy, const struct kp_node **x,
                        const struct kp_node **y);
/* Sets what the loop is written for: a block with a thread for each element of such tiles. A guess,
 * for predictions. */
void kp_model_block(struct kp_func *f, struct kp_loop *l);

#endif
