/* Suppression of findings: --select, --ignore, --baseline, --since, and comments. */
#ifndef KP_CMD_FILTER_H
#define KP_CMD_FILTER_H

#include "cmd/cmd.h"

/* Reads what these options name, once for all files; false after an error message. */
bool kp_filter_prepare(struct kp_settings *s);

/* Sets the findings' fingerprints, mutes suppressed findings and their loops, and adds a finding
 * for each comment that suppresses nothing. False after an error message. */
bool kp_filter(const struct kp_settings *s, const struct kp_unit *u, struct kp_findings *list);

/* True if a finding makes the exit code 1. */
bool kp_is_something_found(const struct kp_findings *list);

/* Writes the findings of all files, lines made by finding_json.c, as a baseline; the exit code. */
int kp_write_baseline(struct kp_settings *s, const char *lines);

#endif
