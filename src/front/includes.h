/* Which files a file includes, by its text: directives are found, conditions are not asked.
 * Bounded: beyond so many files nothing is found. */
#ifndef KP_FRONT_INCLUDES_H
#define KP_FRONT_INCLUDES_H

#include <stdbool.h>

#include "front/command.h"

struct kp_includes; /* what was read is remembered */

struct kp_includes *kp_includes_new(struct kp_arena *a);

/* Does `from`, through other files too, include `file`? Both are absolute; `file` is real. The
 * folders of headers are those of `args`, as libclang is told them. */
bool kp_includes_reach(struct kp_includes *in, const char *from, const struct kp_args *args,
                       const char *file);

/* The real names of all files that `from` includes, in order. */
void kp_includes_all(struct kp_includes *in, const char *from, const struct kp_args *args,
                     struct kp_texts *to);

/* Is that an option whose value is a folder of headers? */
bool kp_is_folder_option(const char *arg);

#endif
