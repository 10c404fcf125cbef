/* The definition of a function in another text of the file. */
#ifndef KP_VALIDATE_DEFINITION_H
#define KP_VALIDATE_DEFINITION_H

#include "kp.h"

/* In a text in which the function `f` of `was` has its name, too. NULL: there is none. */
const struct kp_node *kp_same_definition(const struct kp_unit *u, const struct kp_unit *was,
                                         const struct kp_sym *f);
/* .. if no other function of its name has parameters of the same types. */
const struct kp_node *kp_only_definition(const struct kp_unit *u, const struct kp_sym *f);
/* .. in a text without clones, where a clone, a function of `cloned`, is what it was made of. */
const struct kp_node *kp_only_original(const struct kp_unit *u, const struct kp_unit *cloned,
                                       const struct kp_sym *f);

#endif
