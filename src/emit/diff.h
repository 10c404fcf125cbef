/* A unified diff between the input and the rewritten text. */
#ifndef KP_EMIT_DIFF_H
#define KP_EMIT_DIFF_H

#include "kp.h"

/* A diff that `patch -p0` applies to `path`; "" when the texts are equal. NULL when none was made,
 * with *error set to a line that says why. `colour` adds terminal colours. */
const char *kp_diff(struct kp_arena *a, const char *path, const char *before, size_t before_size,
                    const char *after, size_t after_size, bool colour, const char **error);

/* A range of differing lines, counted from 1. When a count is 0, the line is the one before which
 * the other text's lines belong. */
struct kp_hunk {
    uint32_t old_line, old_count, new_line, new_count;
};
KP_VEC_TYPE(kp_hunks, struct kp_hunk);

enum kp_diff_end {
    KP_DIFF_MADE,
    KP_DIFF_MISSING, /* this machine has no program `diff` */
    KP_DIFF_FAILED   /* it has, but this time nothing was made by it */
};

/* The differing ranges of two texts, without context. *error is set unless they were made. */
enum kp_diff_end kp_diff_lines(struct kp_arena *a, const char *before, size_t before_size,
                               const char *after, size_t after_size, struct kp_hunks *to,
                               const char **error);

#endif
