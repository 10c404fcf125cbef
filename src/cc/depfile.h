/* What a compiler has written for make about a text that it was given in the place of the user's.
 */
#ifndef KP_CC_DEPFILE_H
#define KP_CC_DEPFILE_H

#include <stdbool.h>

#include "front/command.h"
#include "util/str.h"

/* Where the rule of a compilation lies; NULL: there is none. */
const char *kp_cc_depfile_of(struct kp_arena *a, const struct kp_compile *c);

/* The rule with the user's names again: `from` becomes `to`, and a name in the folder `full` one in
 * `folder`, as the user writes it. Behind the source are `more`. Names are as the system has
 * them. */
struct kp_cc_renamed {
    const char *from, *to;
    const char *full, *folder; /* NULL: names in full are the user's own */
};

const char *kp_cc_depfile(struct kp_arena *a, const char *text, const struct kp_cc_renamed *r,
                          const struct kp_texts *more, bool phony);

/* The same for messages, in which names are not escaped. */
const char *kp_cc_messages(struct kp_arena *a, const char *text, size_t n,
                           const struct kp_cc_renamed *r, size_t *size);

/* Without the warnings and remarks of nvcc, each with the empty line behind it, that stand in the
 * messages already, blanks aside: text of the user's may be there several times. */
const char *kp_cc_once(struct kp_arena *a, const char *text, size_t n, size_t *size);

#endif
