/* Where rewritten texts lie while they are compiled. */
#ifndef KP_CC_SHADOW_H
#define KP_CC_SHADOW_H

#include <stdbool.h>

#include "cc/lines.h"

/* A file with another text. */
struct kp_cc_placed {
    const char *name; /* in the folder */
    const char *of;   /* the user's */
    struct kp_cc_text text;
};

/* The texts under their names, each with its file's time, in `folder`, which is made, or taken over
 * from a run that has ended. NULL, or what is wrong: another folder has that name, or another run
 * works in it. */
const char *kp_cc_shadow_make(struct kp_arena *a, const char *folder,
                              const struct kp_cc_placed *files, size_t n);

/* Removes it, unless it is to be kept for inspection. */
void kp_cc_shadow_end(const char *folder, bool keep);

#endif
