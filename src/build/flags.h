/* The user's compiler arguments, as far as they may reach nvcc. */
#ifndef KP_BUILD_FLAGS_H
#define KP_BUILD_FLAGS_H

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
    KP_VEC(const char *) unknown; /* left out, because nobody here knows what they are */
    const char *defines;          /* text of a header to be read in front of the source */
};

/* Relative paths among the arguments (NULL-terminated, may be NULL) begin at `folder`. Options that
 * choose the output, the architecture or the linking are dropped: the caller has its own. */
void kp_flags_read(struct kp_arena *a, const char *const *args, const char *folder,
                   struct kp_flags *to);

/* Those arguments of a file of the tree, such as compile_commands.json, that choose no program and
 * no file to be written: without the host compiler, and without options of ptxas but those of a
 * list. What was left out is added to `unknown` as it was written. */
const char *const *kp_flags_of_tree(struct kp_arena *a, const char *const *args,
                                    struct kp_texts *unknown);

#endif
