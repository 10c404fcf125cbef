/* The checks of a case file after it has been read. */
#ifndef KP_CASE_CHECK_H
#define KP_CASE_CHECK_H

#include "case/case.h"

enum { KP_CASE_MOST_ERRORS = 20 };

struct kp_case_errors {
    struct kp_arena *arena;
    const char *v[KP_CASE_MOST_ERRORS];
    size_t n;
};

void kp_case_add_error(struct kp_case_errors *e, const char *text);
/* All of them, one below the other; NULL when there are none. */
const char *kp_case_error_text(const struct kp_case_errors *e);

/* All checks that do not need the kernel: missing entries, types, and every expression at the small
 * and the large sizes. Also converts the arguments' types. */
void kp_case_check(struct kp_case *c, struct kp_case_errors *e);

/* ---- launch.c ---- */
const char *kp_case_extents(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                            uint32_t to[3]);
/* ---- reference.c ---- */
const char *kp_case_check_reference(const struct kp_case *c, struct kp_arena *a);

#endif
