/* What is known of a code, as text. */
#ifndef KP_CMD_EXPLAIN_H
#define KP_CMD_EXPLAIN_H

#include "model/refuse.h"

/* The reason, with "..." for the name that a message fills in. */
const char *kp_explain_reason(struct kp_arena *a, const struct kp_diag_row *row);
/* The part of docs/user/diagnostics.md under a heading that holds the code. */
const char *kp_explain_text(struct kp_arena *a, const struct kp_diag_row *row);

#endif
