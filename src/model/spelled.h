/* Names that a text makes without spelling them. */
#ifndef KP_MODEL_SPELLED_H
#define KP_MODEL_SPELLED_H

#include "kp.h"

/* True if the text may paste names of their parts. */
bool kp_pastes(const char *text);
/* True if a name of the text may be divided by the end of a line, or have a character by its
 * number. */
bool kp_divides_names(const char *text);
/* True if the unit may say the name where none of its files, nor the command line, spells it. */
bool kp_is_made_of_parts(struct kp_unit *u, const char *name);

#endif
