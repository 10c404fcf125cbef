/* Gives out names for kpipe's own variables and functions that do not occur in the program: not in
 * the text, a header or a macro's body, and not made by ##. Every name that kpipe declares comes
 * from here. */
#ifndef KP_MODEL_NAMES_H
#define KP_MODEL_NAMES_H

#include "kp.h"

/* How the names begin that a text with loads of several iterations at a time has before it is
 * pipelined (texts/batched.c). */
#define KP_BATCH "kp_batch"
/* .. and those of members of shared objects (texts/apart.c). */
#define KP_MEMBER_NAME "kp_m_"

struct kp_names *kp_names_new(struct kp_unit *u);
/* Sets the function for which names are given out; NULL: the whole file. */
void kp_names_function(struct kp_names *n, const struct kp_sym *function);
/* `request`, with a number appended when the program has that name or it was given out already. */
const char *kp_name(struct kp_names *n, const char *request);
/* The same for a name in a scope of its own, which may repeat names given out before. */
const char *kp_inner_name(struct kp_names *n, const char *request);
/* True if the program has `name`, which begins with kpipe's prefix; names of namespaces count if
 * `by_namespaces`. */
bool kp_name_is_taken(const struct kp_names *n, const char *name, bool by_namespaces);

#endif
