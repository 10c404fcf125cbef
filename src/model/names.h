/* Names of ours that the program does not have: in the text, in a header, in a macro's body, pasted
 * together by ##. Who declares a name of ours asks here. */
#ifndef KP_MODEL_NAMES_H
#define KP_MODEL_NAMES_H

#include "kp.h"

struct kp_names *kp_names_new(struct kp_unit *u);
/* Names are given out for this function from now on; NULL: for all of the file. */
void kp_names_function(struct kp_names *n, const struct kp_sym *function);
/* `wish`, or with a number behind it when the program has that or it was given out already. */
const char *kp_name(struct kp_names *n, const char *wish);
/* A name that lives in a scope of its own, so that only the user's names matter. */
const char *kp_inner_name(struct kp_names *n, const char *wish);
/* True if the program has the name, which begins like ours. Namespaces count where the flag is set.
 */
bool kp_name_is_taken(const struct kp_names *n, const char *name, bool by_namespaces);

#endif
