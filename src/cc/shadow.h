/* Where a rewritten source lies while it is compiled. */
#ifndef KP_CC_SHADOW_H
#define KP_CC_SHADOW_H

#include <stdbool.h>

#include "cc/lines.h"

struct kp_cc_shadow {
    const char *folder, *path;
};

/* `text` under the last name of `source`, and with its time, in the folder `product`.kpipe, which
 * is made, or taken over from a run that has ended. NULL, or what is wrong: another folder has
 * that name, or another run works in it. */
const char *kp_cc_shadow_make(struct kp_arena *a, const char *product, const char *source,
                              struct kp_cc_text text, struct kp_cc_shadow *to);

/* Removes it, unless it is to be kept for inspection. */
void kp_cc_shadow_end(const struct kp_cc_shadow *s, bool keep);

#endif
