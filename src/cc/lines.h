/* Line numbers of the user's file in a text that kpipe made of it. */
#ifndef KP_CC_LINES_H
#define KP_CC_LINES_H

#include <stdbool.h>
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

/* False for a name with a quote, which would end it early, in PTX at the latest, a backslash or a
 * control character. */
bool kp_cc_is_sayable(const char *name);

/* Adds `#line` directives with the file name `name` to `ours`, wherever the compiler's count
 * differs from the lines of `user`. `name` is sayable. An
 * unchanged line gets its number in `user`, a changed line that of the line it was made from, and a
 * line added by kpipe that of its loop. No directive is put where it would not be read as one: in a
 * comment, a literal, parentheses or a continued line. */
struct kp_cc_text kp_cc_number(struct kp_arena *a, const char *name, struct kp_cc_text user,
                               struct kp_cc_text ours, const struct kp_cc_loops *loops);

/* The number that each line of `ours`, from 0, gets; *n lines. */
uint32_t *kp_cc_numbers(struct kp_arena *a, struct kp_cc_text user, struct kp_cc_text ours,
                        const struct kp_cc_loops *loops, size_t *n);

#endif
