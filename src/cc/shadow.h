/* The folder that holds rewritten texts while they are compiled. */
#ifndef KP_CC_SHADOW_H
#define KP_CC_SHADOW_H

#include <stdbool.h>

#include "cc/lines.h"

/* A file with a rewritten text. */
struct kp_cc_placed {
    const char *name; /* in the folder */
    const char *of;   /* path of the user's file */
    struct kp_cc_text text;
};

/* Writes the texts to `folder`, each with the modification time of the user's file. The folder is
 * made, or reused from a run that has ended. Returns NULL or a message: the name is that of another
 * folder, or another run uses it. */
const char *kp_cc_shadow_make(struct kp_arena *a, const char *folder,
                              const struct kp_cc_placed *files, size_t n);

/* Removes the folder, unless `keep`. */
void kp_cc_shadow_end(const char *folder, bool keep);

#endif
