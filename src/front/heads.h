/* What stands in parentheses behind a macro's name. */
#ifndef KP_FRONT_HEADS_H
#define KP_FRONT_HEADS_H

#include "kp.h"

/* True if the parentheses at `open` have a function's parameters, where none of them is changed: no
 * declarator, which is what else could be there, has two words side by side and a comma. */
bool kp_are_parameters(struct kp_unit *u, const char *text, uint32_t open, uint32_t limit);

/* True if the text that the name, a macro's, stands for may end with a macro that takes the
 * parentheses behind it, by any definition in the files of the parse. */
bool kp_may_take_arguments(struct kp_unit *u, const char *name, size_t n);

/* True if no file of the parse, no header that is read and no command line makes the name a macro.
 */
bool kp_is_no_macro(struct kp_unit *u, const char *name, size_t n);

struct kp_token;
/* True if the token may be what follows a declared name: one of `(=;,[{:<`, or a macro that stands
 * for a text that begins so, or for nothing in front of one. `u` NULL: no macro is known. */
bool kp_may_end_name(struct kp_unit *u, const char *text, struct kp_token t, uint32_t limit);

/* True if an answer above rests on what the files of the parse say of the name. */
bool kp_is_head(const struct kp_unit *u, const char *name, size_t n);

#endif
