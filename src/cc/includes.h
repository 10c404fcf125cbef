/* What a source includes, as text: nothing is preprocessed. */
#ifndef KP_CC_INCLUDES_H
#define KP_CC_INCLUDES_H

#include <stdbool.h>

#include "cc/lines.h"
#include "front/command.h"

/* The text of `path` as it is in another folder: a quoted name that a compiler would find
 * beside `path` first is named in full, with `folder` in front; all others are looked for as
 * before. False with *why where that cannot be told. */
bool kp_cc_place(struct kp_arena *a, const char *path, const char *folder, struct kp_cc_text text,
                 struct kp_cc_text *to, const char **why);

/* May a loop of the file load tiles? Only where it can declare a shared array: the word is in
 * the file, in a macro of the project's headers that it may include or of the command line, or such
 * a header hands out dynamic shared memory. False only when there is none, or no loop. */
bool kp_cc_may_have_tiles(struct kp_arena *a, const struct kp_compile *c, const char *path,
                          struct kp_cc_text text);

#endif
