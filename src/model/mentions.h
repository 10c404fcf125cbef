/* Where a function names each of its symbols; found in one walk of its tree and cached. */
#ifndef KP_MODEL_MENTIONS_H
#define KP_MODEL_MENTIONS_H

#include "front/lex.h"
#include "model/func.h"

KP_VEC_TYPE(kp_nodes, const struct kp_node *);

struct kp_mentions {
    struct kp_nodes refs; /* each REF, in the tree's order */
    /* nodes that may give it a value, including calls that get it as an argument */
    struct kp_nodes writes;
};

/* The mentions of `sym` in the function. Not to be called while the function's facts are being
 * built. */
const struct kp_mentions *kp_mentions_of(struct kp_func *f, const struct kp_sym *sym);

/* True if a node of the function's tree stands for the token of the file's text, by its name: the
 * name itself, a declaration around it, or the use of a macro that makes the name. */
bool kp_is_named_at(struct kp_func *f, struct kp_token t);

#endif
