/* Lints: findings about slow or suspicious code, from the source alone. */
#ifndef KP_LINT_LINT_H
#define KP_LINT_LINT_H

#include "kp.h"

/* One finding. Its code's row in kp_diag.def has severity and hint; `kpipe explain` prints the long
 * text. */
struct kp_lint {
    enum kp_code code;
    const struct kp_sym *function;  /* the kernel or device function with the finding */
    const char *text;               /* one line, operands filled in */
    const char *remedy;             /* the remedy, with its numbers; NULL: the code's hint */
    KP_VEC(struct kp_place) places; /* the first is where it is reported */
};

struct kp_lints {
    KP_VEC(struct kp_lint) v; /* in the order of the file */
};

/* Facts about a kernel that are not in its source; zero where unknown. */
struct kp_lint_facts {
    const char *kernel; /* its name without template arguments */
    int spill_bytes;
    int64_t blocks; /* of the grid */
    int sms;        /* of the GPU */
};
KP_VEC_TYPE(kp_lint_facts_list, struct kp_lint_facts);

/* Finds the lints of a unit on which the passes up to legal have run. `facts` may be NULL. */
void kp_lint_unit(struct kp_unit *u, const struct kp_lint_facts_list *facts, struct kp_lints *out);

/* True if `checks`, a list as in clang-tidy ("-*,bank-*"), selects the lint: the last pattern that
 * matches decides. A list that begins with a name starts with none selected, one that begins with a
 * minus with all. NULL: all. */
bool kp_lint_is_checked(struct kp_arena *a, enum kp_code code, const char *checks);

#endif
