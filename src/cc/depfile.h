/* Make rules and messages that a compiler wrote about a rewritten text, with the user's file names
 * restored. */
#ifndef KP_CC_DEPFILE_H
#define KP_CC_DEPFILE_H

#include <stdbool.h>

#include "front/command.h"
#include "util/str.h"

/* The path of the make rule that a compilation writes; NULL: it writes none. */
const char *kp_cc_depfile_of(struct kp_arena *a, const struct kp_compile *c);

/* How names are replaced: the file `from` becomes `to`, and a name in the folder `full` becomes one
 * in `folder`, as the user writes it. Names are not escaped. */
struct kp_cc_renamed {
    const char *from, *to;
    const char *full, *folder; /* NULL: names in full are the user's own */
};

/* The make rule `text` with the user's names; the files `more` are inserted after the source.
 * `phony`: each also gets an empty rule (-MP). */
const char *
kp_cc_depfile(struct kp_arena *a, const char *text, const struct kp_cc_renamed *r,
              const struct kp_texts *more, bool phony);

/* The compiler's messages with the user's names. */
const char *kp_cc_messages(struct kp_arena *a, const char *text, size_t n,
                           const struct kp_cc_renamed *r, size_t *size);

/* The messages without repeated warnings and remarks of nvcc (compared without blanks) and the
 * empty line after each: a rewritten text may contain the same user's text several times. */
const char *kp_cc_once(struct kp_arena *a, const char *text, size_t n, size_t *size);

#endif
