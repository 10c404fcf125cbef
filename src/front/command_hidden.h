#ifndef KP_FRONT_COMMAND_HIDDEN_H
#define KP_FRONT_COMMAND_HIDDEN_H

#include "front/command.h"

/* True if the option may change what a source means to the device's compiler, in a way that is not
 * read. */
bool kp_option_is_hidden(struct kp_arena *a, enum kp_dialect dialect, const struct kp_said *s);

/* Such an option of the line, as written, or NULL. Beside a header that it includes first, clang
 * takes a precompiled one. */
const char *kp_compile_hidden(struct kp_arena *a, const struct kp_compile *c);

/* The first such option of all lines, and where it stands; NULL: there is none. */
const char *kp_hidden_in(struct kp_arena *a, const struct kp_flag_lines *lines);

#endif
