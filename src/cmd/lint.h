/* What `kpipe lint` shares between its files. */
#ifndef KP_CMD_LINT_H
#define KP_CMD_LINT_H

#include "lint/lint.h"
#include "report/report.h"

/* The findings of a file as one line of JSON (docs/user/json.md) with a newline; owned by the
 * arena. */
const char *kp_lints_json(struct kp_unit *u, const struct kp_findings *list);

#endif
