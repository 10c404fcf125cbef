/* What is a barrier. */
#ifndef KP_MODEL_BARRIERS_H
#define KP_MODEL_BARRIERS_H

#include "kp.h"

/* True for a full, plain block barrier, or for any block barrier. */
bool kp_is_full_barrier(struct kp_unit *u, const struct kp_node *n);
/* The same, made by assembly: threads may wait for each other at different places. */
bool kp_is_barrier_in_assembly(struct kp_unit *u, const struct kp_node *n);
bool kp_is_any_barrier(struct kp_unit *u, const struct kp_node *n);
/* True for a barrier of a warp in which all of its lanes take part. */
bool kp_is_warp_barrier(struct kp_unit *u, const struct kp_node *n);
/* True if evaluating the call's object and arguments has no effects. */
bool kp_is_nothing_else(const struct kp_unit *u, const struct kp_node *call);
/* True if a barrier precedes the prologue: the loop's own first one, or one that a ring needs
 * because its prologue reads, for later iterations, what other threads of the block stored before
 * the loop. */
bool kp_has_leading_barrier(const struct kp_loop *l);

#endif
