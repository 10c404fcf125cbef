/* The #include directives of a source, read from its text without preprocessing. */
#ifndef KP_CC_INCLUDES_H
#define KP_CC_INCLUDES_H

#include <stdbool.h>

#include "cc/lines.h"
#include "front/command.h"

/* The text of `path` for compilation in another folder: a quoted name that the compiler finds in
 * the folder of `path` gets `folder` in front; other names are searched as before. False with *why
 * set when it cannot be determined where a name is found. */
bool kp_cc_place(struct kp_arena *a, const char *path, const char *folder, struct kp_cc_text text,
                 struct kp_cc_text *to, const char **why);

/* False only if no loop of the file can load a tile: the file has no loop, or it has no way to
 * declare a shared array (the word __shared__ in the file, in a macro of the command line or of a
 * project's header that it may include, or such a header with a function that returns dynamic
 * shared memory). Headers of others, as torch's, are not the project's. */
bool kp_cc_may_have_tiles(struct kp_arena *a, const struct kp_compile *c, const char *path,
                          struct kp_cc_text text);

#endif
