/* The user's compiler arguments, as far as they may reach nvcc. */
#ifndef KP_BUILD_FLAGS_H
#define KP_BUILD_FLAGS_H

#include "front/command.h"
#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

/* A symbolic link in the private folder to a folder or file of the user's. */
struct kp_link {
    const char *name, *target;
};

struct kp_flags {
    KP_VEC(const char *) args; /* arguments for nvcc: kpipe's own options and names of links */
    KP_VEC(struct kp_link) links;
    struct kp_texts unknown; /* arguments left out because they are unknown */
    /* arguments left out because of who gives them: "'OPTION', which FILE asks for" */
    struct kp_texts refused;
    const char *defines; /* text of a header to be read before the source */
};

/* Reads the user's compiler arguments. Options for the output, the architecture and linking are
 * dropped, since the caller sets its own. Options that choose a program to run or a file to write,
 * and ptxas options that are not on a list, are accepted only from the command line. `lines` may be
 * NULL. */
void kp_flags_read(struct kp_arena *a, const struct kp_flag_lines *lines, struct kp_flags *to);

#endif
