/* The user's line numbers in a text that kpipe has made of the user's. */
#ifndef KP_CC_LINES_H
#define KP_CC_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/vec.h"

struct kp_cc_text {
    const char *text; /* NUL-terminated */
    size_t size;
};

/* The lines of a rewritten loop in the user's text, from 1. */
struct kp_cc_loop {
    uint32_t first, last;
};

KP_VEC_TYPE(kp_cc_loops, struct kp_cc_loop);

/* `ours` with `#line` wherever a compiler would count otherwise than `user`, under the name
 * `name`, which holds no quote, backslash or control character. A line of the user's has its
 * number wherever it is, a changed one that of the line it was made of, and one of kpipe's own
 * that of its loop. A directive is only where it is one: not in a comment, a literal, a
 * parenthesis or a line that is continued. */
struct kp_cc_text kp_cc_number(struct kp_arena *a, const char *name, struct kp_cc_text user,
                               struct kp_cc_text ours, const struct kp_cc_loops *loops);

/* For each line of `ours`, from 0, the number that it gets. */
uint32_t *kp_cc_numbers(struct kp_arena *a, struct kp_cc_text user, struct kp_cc_text ours,
                        const struct kp_cc_loops *loops, size_t *n);

#endif
