/* The texts that `kpipe explain` prints about a code. */
#ifndef KP_CMD_EXPLAIN_H
#define KP_CMD_EXPLAIN_H

#include "model/refuse.h"

/* The message of the code, with "..." for the name that is filled in. */
const char *kp_explain_reason(struct kp_arena *a, const struct kp_diag_row *row);
/* The section of docs/user/diagnostics.md for the code. */
const char *kp_explain_text(struct kp_arena *a, const struct kp_diag_row *row);

#endif
