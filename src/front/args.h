/* Command lines for the parser. */
#ifndef KP_FRONT_ARGS_H
#define KP_FRONT_ARGS_H

#include <stdbool.h>

#include "front/command.h"
#include "kp.h"

/* The whole command line. `bare`: without system headers, which the prelude replaces. `more`:
 * translated arguments of the build. The caller adds the prelude, which must come before the files
 * that `more` includes. */
struct kp_args kp_args_make(struct kp_arena *a, const char *arch, bool bare,
                            const struct kp_args *more);

/* True if an #include of the name always means a library's header, wherever it is found. */
bool kp_is_others_header(const char *name);

#endif
