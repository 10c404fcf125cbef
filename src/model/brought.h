/* What an #include in a branch of an #if brings. Headers of a system or of a library say the same
 * in every build; those of the project may be another program's. */
#ifndef KP_MODEL_BROUGHT_H
#define KP_MODEL_BROUGHT_H

#include "front/pieces.h"
#include "kp.h"

struct kp_brought_file {
    const char *text;
    const struct kp_pieces *pieces;
};

struct kp_brought {
    /* read by some branches and not by all: another build may lack them */
    KP_VEC(struct kp_brought_file) files;
    bool is_unknown; /* a file is not found, or a macro names it: it may define anything */
};

/* The files that the branches of group number `group` of the source's groups include, directly or
 * through other files, whichever branch was parsed. Left out is what all branches include, and a
 * file with a guard that the source has included before. They count as read by the parse. Cached.
 */
const struct kp_brought *kp_brought_by(struct kp_unit *u, size_t group);

#endif
