/* Which other builds of the file make another program of a function? */
#ifndef KP_MODEL_BUILDS_H
#define KP_MODEL_BUILDS_H

#include "front/branches.h"
#include "front/pieces.h"
#include "kp.h"

/* A macro that other builds may define otherwise, and the value that it has in this one. */
struct kp_tested {
    const char *name;
    int64_t value;
};

struct kp_builds {
    struct kp_branch_groups groups; /* of the whole file */
    /* Those in the texts of the function and of what it calls, and those outside of them that
     * define what these texts name, but for the macros in `tested`. */
    KP_VEC(size_t) matter;
    KP_VEC(struct kp_tested) tested;
    bool broken; /* a group begins in one of the texts and ends elsewhere */
};

void kp_builds_of(struct kp_unit *u, const struct kp_sym *function, struct kp_builds *out);

/* Did the preprocessor leave out some of it in this build? */
bool kp_is_skipped(const struct kp_unit *u, struct kp_span s);

/* May the names in the text mean something else to the host's pass than to the device's? */
bool kp_asks_architecture(struct kp_unit *u, struct kp_span text);
/* The same of any text; what is in a header that asks for the architecture anywhere may. */
bool kp_asks_architecture_of(struct kp_unit *u, const char *text);

/* The names that each of the branches that matter may define otherwise, and those that are made of
 * them. */
void kp_varying_names(struct kp_unit *u, const struct kp_builds *b, struct kp_words *out);

/* Does a group that depends on a name matter? */
bool kp_has_builds(const struct kp_builds *b);

#endif
