/* Command lines for the parser. */
#ifndef KP_FRONT_ARGS_H
#define KP_FRONT_ARGS_H

#include <stdbool.h>

#include "kp.h"

struct kp_args {
    const char **v;
    size_t n, cap;
};

/* Appends those of a compiler's arguments (nvcc's or a host compiler's, NULL-terminated) that
 * change what the source means: defines, include paths, the language version. Relative paths begin
 * at `folder` when it is not NULL. */
void kp_args_translate(struct kp_arena *a, const char *const *from, const char *folder,
                       struct kp_args *to);

/* The whole command line. `bare`: without system headers, which the prelude then replaces. `more`:
 * translated arguments of the build. The prelude is left to the caller: it comes before what `more`
 * includes. */
struct kp_args kp_args_make(struct kp_arena *a, const char *arch, bool bare,
                            const struct kp_args *more);

/* The arguments that compile_commands.json in `dir` has for a file, and the folder that they are
 * relative to; NULL with *error set when the database cannot be read or does not know the file. */
const char **kp_compile_command(struct kp_arena *a, const char *dir, const char *path,
                                const char **folder, const char **error);

#endif
