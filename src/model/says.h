#ifndef KP_MODEL_SAYS_H
#define KP_MODEL_SAYS_H

#include "model/steps.h"

/* True if the text, outside of the parts `without` (NULL: there are none), may say the name of a
 * variable: by itself, in a directive, in a file that it includes, in the text of macros that it
 * names, or made by ## of words of these. A name behind a dot or an arrow is a member's. */
bool kp_text_says(struct kp_unit *u, struct kp_span in, const struct kp_spans *without,
                  const char *name);

#endif
