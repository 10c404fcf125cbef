/* Which files a file includes, found by its #include directives; #if conditions are not evaluated.
 * The search stops at a fixed number of files. */
#ifndef KP_FRONT_INCLUDES_H
#define KP_FRONT_INCLUDES_H

#include <stdbool.h>

#include "front/command.h"

struct kp_includes; /* a cache of what was read */

struct kp_includes *kp_includes_new(struct kp_arena *a);

/* The real path of a file whose directives are looked at; for a text that is in no file, a name in
 * the working folder; NULL: there is none. */
const char *kp_includes_from(struct kp_arena *a, const char *path);

/* True if `from` includes `file`, directly or through other files; and if one of these includes
 * what a macro names, and their directives or a -D say the name of `file`, or parts of it that ##
 * may join. Both paths are absolute; `file` is real. The folders of headers are those in `args`,
 * arguments for libclang. */
bool kp_includes_reach(struct kp_includes *in, const char *from, const struct kp_args *args,
                       const char *file);

/* The real names of all files that `from` includes, in order. */
void kp_includes_all(struct kp_includes *in, const char *from, const struct kp_args *args,
                     struct kp_texts *to);

/* Adds the real names of what `#include NAME` in the file `from`, an absolute path, finds, and of
 * all that this includes but headers of libraries. `name` has the < or the quote in front; `all`
 * has the folders of libraries, too. False when it is not known to be all: nothing is found, one of
 * the files includes "what is not found" or what a macro names, or a limit was met. */
bool kp_includes_by(struct kp_includes *in, const char *from, const char *name,
                    const struct kp_args *args, const struct kp_args *all, struct kp_texts *to);

/* Adds what the #include directives of `from`, and of all files that it includes, name and do not
 * find, each once, with the < or the quote in front. Left out is <name> in another file than
 * `from`, since one of another system may be meant. False when a limit was met: then some may be
 * found after all. */
bool kp_includes_lost(struct kp_includes *in, const char *from, const struct kp_args *args,
                      struct kp_texts *to);

/* True if a directive that kp_includes_lost() looks at finds another file with the arguments
 * `after` than with `before`, save those of `wanted` (as kp_includes_lost() lists them) that found
 * none; and when that is not known. */
bool kp_includes_differ(struct kp_includes *in, const char *from, const struct kp_args *before,
                        const struct kp_args *after, const struct kp_texts *wanted);

/* True if the value of this option is a folder of headers. */
bool kp_is_folder_option(const char *arg);

#endif
