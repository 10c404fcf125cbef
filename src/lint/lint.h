/* What the source alone shows to be slow or suspicious. */
#ifndef KP_LINT_LINT_H
#define KP_LINT_LINT_H

#include "kp.h"

/* One finding. Its code is in kp_diag.def like those of refusals: severity and hint are there,
 * `kpipe explain` prints the long text. */
struct kp_lint {
    enum kp_code code;
    const struct kp_sym *function;  /* the kernel or device function that it is about */
    const char *text;               /* one line, operands filled in */
    const char *remedy;             /* what cures it, with its numbers; NULL: the code's hint */
    KP_VEC(struct kp_place) places; /* the first is where it is reported */
};

struct kp_lints {
    KP_VEC(struct kp_lint) v; /* in the order of the file */
};

/* What is known of a kernel beside its source; zero where unknown. */
struct kp_lint_facts {
    const char *kernel; /* its name without template arguments */
    int registers, spill_bytes;
    int threads;    /* per block */
    int64_t blocks; /* of the grid */
    int sms;        /* of the GPU */
};
KP_VEC_TYPE(kp_lint_facts_list, struct kp_lint_facts);

/* Looks at a unit that has gone through the passes up to legal. `facts` may be NULL. */
void kp_lint_unit(struct kp_unit *u, const struct kp_lint_facts_list *facts, struct kp_lints *out);

/* A list as clang-tidy has it, "-*,bank-*": the last pattern that fits decides. A list that begins
 * with a name begins from none, one that begins with a minus from all. NULL: all. */
bool kp_lint_is_checked(struct kp_arena *a, enum kp_code code, const char *checks);

#endif
