/* Copies inside a helper function: its body put in the place of its call, so that the ordinary
 * passes see them. */
#ifndef KP_MODEL_INLINE_H
#define KP_MODEL_INLINE_H

#include "model/loops.h"

KP_VEC_TYPE(kp_calls, const struct kp_node *);

/* The input with the calls inlined that keep a loop from being pipelined (KP310), those in `but`
 * left as they are, or NULL when there is none that can be. Arena-owned. Adds the calls to `calls`.
 */
const char *kp_inline_helpers(struct kp_unit *u, const struct kp_calls *but, struct kp_calls *calls,
                              size_t *size);
/* The parsed text `v` has blocks in the place of the calls of `u`. A call whose block says
 * something else than the call does, NULL when there is none. */
const struct kp_node *kp_inlined_otherwise(struct kp_unit *u, struct kp_unit *v,
                                           const struct kp_calls *calls);

#endif
