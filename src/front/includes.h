/* Which files a file includes, found by its #include directives; #if conditions are not evaluated.
 * The search stops at a fixed number of files. */
#ifndef KP_FRONT_INCLUDES_H
#define KP_FRONT_INCLUDES_H

#include <stdbool.h>

#include "front/command.h"

struct kp_includes; /* a cache of what was read */

struct kp_includes *kp_includes_new(struct kp_arena *a);

/* True if `from` includes `file`, directly or through other files. Both paths are absolute; `file`
 * is real. The folders of headers are those in `args`, arguments for libclang. */
bool kp_includes_reach(struct kp_includes *in, const char *from, const struct kp_args *args,
                       const char *file);

/* The real names of all files that `from` includes, in order. */
void kp_includes_all(struct kp_includes *in, const char *from, const struct kp_args *args,
                     struct kp_texts *to);

/* True if the value of this option is a folder of headers. */
bool kp_is_folder_option(const char *arg);

#endif
