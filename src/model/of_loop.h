/* What a symbol or a node is to a loop. */
#ifndef KP_MODEL_OF_LOOP_H
#define KP_MODEL_OF_LOOP_H

#include "kp.h"

bool kp_is_tile(const struct kp_loop *l, const struct kp_sym *s);
/* True for a name outside the loop that points into the tile; NULL: into any. */
bool kp_is_alias(const struct kp_loop *l, const struct kp_sym *s, const struct kp_tile *t);
/* True for a local that the condition or the step of the loop moves. */
bool kp_is_header_state(const struct kp_loop *l, const struct kp_sym *s);
/* True for state of the slice of which compute has a copy. */
bool kp_is_carried(const struct kp_loop *l, const struct kp_sym *s);
/* The copy that the node is, and the loop of copies; NULL: it is none. */
const struct kp_copy *kp_copy_at(const struct kp_loop *l, const struct kp_node *n);
const struct kp_copy_loop *kp_copy_loop_at(const struct kp_loop *l, const struct kp_node *n);
/* True if a copy, or a read of global memory in the slice, is inside the node. */
bool kp_holds_copy(const struct kp_loop *l, const struct kp_node *n);
bool kp_holds_site(const struct kp_loop *l, const struct kp_node *n);
/* True if the access, of a statement of the slice, reads global memory inside a called function, and
 * the call is no read that can be staged. */
bool kp_is_read_of_call(const struct kp_loop *l, const struct kp_access *a);

#endif
