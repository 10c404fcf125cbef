/* The user's compiler arguments, as far as they may reach nvcc. */
#ifndef KP_BUILD_FLAGS_H
#define KP_BUILD_FLAGS_H

#include "front/command.h"
#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

/* A folder or file of the user's, under the name that it has in the private folder. */
struct kp_link {
    const char *name, *target;
};

struct kp_flags {
    KP_VEC(const char *) args; /* for nvcc: options of ours, names of links */
    KP_VEC(struct kp_link) links;
    struct kp_texts unknown; /* left out, because they are unknown */
    struct kp_texts refused; /* .. because a file asks for it: "'OPTION', which FILE asks for" */
    const char *defines;     /* text of a header to be read in front of the source */
};

/* Options that choose the output, the architecture or the linking are dropped: the caller has its
 * own. So is what chooses a program or a file to be written, and all options of ptxas but those of
 * a list, where it is not the user who says so. `lines` may be NULL. */
void kp_flags_read(struct kp_arena *a, const struct kp_flag_lines *lines, struct kp_flags *to);

#endif
