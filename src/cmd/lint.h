/* What `kpipe lint` shares between its files. */
#ifndef KP_CMD_LINT_H
#define KP_CMD_LINT_H

#include "cmd/flags.h"
#include "lint/lint.h"
#include "report/report.h"

/* Those that `checks` (of --checks; may be NULL) asks for. */
void kp_lint_findings(struct kp_unit *u, const char *checks, struct kp_findings *to);

/* Does each word of --checks fit a lint? False after a complaint: it is a slip of the pen. */
bool kp_names_a_lint(struct kp_settings *s);

/* The findings of a file as one line of JSON (docs/user/json.md) with a newline; owned by the
 * arena. */
const char *kp_lints_json(struct kp_unit *u, const struct kp_findings *list);

#endif
