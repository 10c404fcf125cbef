/* Making refusals: a row of kp_diag.def with its operand filled in, and its places. */
#ifndef KP_MODEL_REFUSE_H
#define KP_MODEL_REFUSE_H

#include "kp.h"

struct kp_diag_row {
    const char *code, *slug;
    enum kp_severity severity;
    const char *reason, *hint;
};

const struct kp_diag_row *kp_diag(enum kp_code code);

/* What helps where the parser does not show an instance of a template. */
extern const char kp_hint_for_instances[];

/* Adds a refusal to the loop, at node `at` (NULL: the loop itself). `name` is filled in for the
 * row's "%s". */
struct kp_refusal *kp_refuse(struct kp_unit *u, struct kp_loop *l, enum kp_code code,
                             const struct kp_node *at, const char *name);
/* The same without adding it to the loop. */
struct kp_refusal kp_refusal_make(struct kp_unit *u, const struct kp_loop *l, enum kp_code code,
                                  const struct kp_node *at, const char *name);
/* What to change; NULL: nothing is known to help. */
const char *kp_refusal_hint(const struct kp_refusal *r);
/* Adds a place to the refusal, with a text about it. */
void kp_refusal_note(struct kp_unit *u, struct kp_refusal *r, const struct kp_node *at,
                     const char *text);

#endif
