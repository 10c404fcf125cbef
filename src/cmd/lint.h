/* Functions shared by the files of `kpipe lint`. */
#ifndef KP_CMD_LINT_H
#define KP_CMD_LINT_H

#include "cmd/flags.h"
#include "lint/lint.h"
#include "report/report.h"

/* Adds the unit's lints that `checks` (the value of --checks; NULL: all) selects. */
void kp_lint_findings(struct kp_unit *u, const char *checks, struct kp_findings *to);

/* Checks that each word of --checks matches a lint; false after an error message. */
bool kp_names_a_lint(struct kp_settings *s);

/* The findings of a file as one line of JSON (docs/user/json.md) with a newline; owned by the
 * arena. */
const char *kp_lints_json(struct kp_unit *u, const struct kp_findings *list);

#endif
