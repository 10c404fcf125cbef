/* Names that a text makes without spelling them. */
#ifndef KP_MODEL_SPELLED_H
#define KP_MODEL_SPELLED_H

#include "kp.h"

/* True if a name of the text may be divided by the end of a line, or have a character by its
 * number. */
bool kp_divides_names(const char *text);
/* .. a name of the unit's files. */
bool kp_has_divided_names(struct kp_unit *u);
/* True if the unit may say the name where none of its files, nor the command line, spells it. */
bool kp_is_made_of_parts(struct kp_unit *u, const char *name);
/* True if a file says the function where the tree has no node of it, in a member's initialiser, say
 * (beside_tree.c). Not for operators, which are used without their names. */
bool kp_is_said_beside_tree(struct kp_unit *u, const struct kp_sym *function);

#endif
