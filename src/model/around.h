/* What is around a K-loop in time: what may run in front of it with no block barrier in
 * between, and what may run behind it. Code whose effects are not known may do anything. */
#ifndef KP_MODEL_AROUND_H
#define KP_MODEL_AROUND_H

#include "model/loops.h"

/* May the effects be more than the accesses say: stores and reads of any shared or global object?
 * Asynchronous copies count, as they land later, and so does waiting for other blocks, which
 * publishes what those stored. */
bool kp_does_unknown(const struct kp_effects *e);

/* May the effects read or write one of the loop's tiles? */
bool kp_touches_tiles(const struct kp_loop *l, const struct kp_effects *e);

/* May code in front of the loop store what the loop's load slice or header reads? Code in front is
 * everything since the last block barrier that is certainly passed on the way to the loop: in the
 * function, in earlier rounds of enclosing loops, in the loop's own init, in the callers of a
 * device function. */
bool kp_stores_before(struct kp_func *f, const struct kp_loop *l);
/* May code in front of the loop read or write one of its tiles? The loop's own last run counts
 * where an enclosing loop comes back. */
bool kp_touches_before(struct kp_func *f, const struct kp_loop *l);
/* The same questions about the loop's own init alone, which runs behind anything that is put in
 * front of the loop. */
bool kp_init_interferes(struct kp_func *f, const struct kp_loop *l);

/* May code after the loop touch shared memory, or global memory in a way that a barrier could
 * order with the loop's accesses? */
bool kp_touches_behind(struct kp_func *f, const struct kp_loop *l);

#endif
