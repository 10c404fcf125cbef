/* Names that a text makes without spelling them. */
#ifndef KP_MODEL_SPELLED_H
#define KP_MODEL_SPELLED_H

#include "kp.h"

/* What words of the text may not be for a compiler: names that are divided by the end of a line or
 * have a character by its number, trigraphs, directives that some compilers leave out, macros that
 * a _Pragma changes. In words; NULL: nothing. */
const char *kp_hidden_words(const char *text);
/* .. of the unit's files. */
const char *kp_hidden_words_in(struct kp_unit *u);
/* True if the unit may say the name where none of its files, nor the command line, spells it. */
bool kp_is_made_of_parts(struct kp_unit *u, const char *name);
/* True if a file says the function where the tree has no node of it, in a member's initialiser, say
 * (beside_tree.c). Not for operators, which are used without their names. */
bool kp_is_said_beside_tree(struct kp_unit *u, const struct kp_sym *function);

#endif
