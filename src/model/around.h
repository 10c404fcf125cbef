/* The code that may run before a K-loop without a block barrier in between, and the code that may
 * run after it. Code with unknown effects may do anything. */
#ifndef KP_MODEL_AROUND_H
#define KP_MODEL_AROUND_H

#include "model/loops.h"

/* True for a kernel's own parameter that is __restrict__. */
bool kp_is_restrict(const struct kp_func *f, const struct kp_sym *base);
/* True if all pointers that are made from the parameter are in sight, and no number is. */
bool kp_is_kept(struct kp_unit *u, const struct kp_sym *param);
/* True if the kernel's signature promises that the store does not change what is read. The store is
 * by another pointer then: one that comes out of memory is, where the kernel puts none there that
 * is made from the parameter. */
bool kp_is_promised(const struct kp_func *f, const struct kp_access *read,
                    const struct kp_access *store);

/* True if the effects may include accesses to any shared or global object, beyond those listed.
 * Asynchronous copies count, since they complete later, and so does waiting for other blocks, which
 * makes their stores visible. */
bool kp_does_unknown(const struct kp_effects *e);
/* True if they may read or write the shared array, by whatever name. */
bool kp_may_touch(const struct kp_effects *e, const struct kp_sym *tile);

/* True if code before the loop may store what the loop's load slice or header reads. Code before
 * the loop is everything after the last block barrier that is certainly passed on the way to it: in
 * the function, in earlier iterations of enclosing loops, in the loop's init, and in the callers of
 * a device function. */
bool kp_stores_before(struct kp_func *f, const struct kp_loop *l);
/* True if code before the loop may read or write one of its tiles. In an enclosing loop, this
 * includes the loop's own previous run. */
bool kp_touches_before(struct kp_func *f, const struct kp_loop *l);
/* The same two questions about the loop's init alone, which runs after code inserted before the
 * loop. */
bool kp_init_interferes(struct kp_func *f, const struct kp_loop *l);

/* True if code after the loop may access shared memory, or global memory in a way that a barrier
 * could order with the loop's accesses. */
bool kp_touches_behind(struct kp_func *f, const struct kp_loop *l);

#endif
