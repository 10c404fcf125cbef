/* Where a function names each of its symbols: found once, in one walk of its tree. */
#ifndef KP_MODEL_MENTIONS_H
#define KP_MODEL_MENTIONS_H

#include "model/func.h"

KP_VEC_TYPE(kp_nodes, const struct kp_node *);

struct kp_mentions {
    struct kp_nodes refs;            /* each REF, in the tree's order */
    struct kp_nodes writes;          /* what may give it a value: also calls that are handed it */
    const struct kp_node *stored_at; /* an assignment of its address to what others see; or NULL */
};

/* .. in the function's declaration. Not while its facts are still being made. */
const struct kp_mentions *kp_mentions_of(struct kp_func *f, const struct kp_sym *sym);

#endif
