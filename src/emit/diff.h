/* A unified diff between the input and the rewritten text. */
#ifndef KP_EMIT_DIFF_H
#define KP_EMIT_DIFF_H

#include "kp.h"

/* A diff that `patch -p0` applies to `path`; "" when the texts are equal. NULL when none could be
 * made, with *error set to a line that says why. `colour` adds terminal colours. */
const char *kp_diff(struct kp_arena *a, const char *path, const char *before, size_t before_size,
                    const char *after, size_t after_size, bool colour, const char **error);

#endif
