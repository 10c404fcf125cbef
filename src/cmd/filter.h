/* Which findings are wanted: --select, --ignore, --baseline, --since, and comments. */
#ifndef KP_CMD_FILTER_H
#define KP_CMD_FILTER_H

#include "cmd/cmd.h"

/* Reads what the options name, once for all files; false after a complaint. */
bool kp_filter_prepare(struct kp_settings *s);

/* Gives the findings their fingerprints, mutes those that are suppressed, and their loops, and adds
 * comments that ask for silence for nothing. False after a complaint. */
bool kp_filter(const struct kp_settings *s, const struct kp_unit *u, struct kp_findings *list);

/* Is there a finding that the exit code speaks of? */
bool kp_is_something_found(const struct kp_findings *list);

/* Writes the findings of all files (lines of finding_json.c) as a baseline; the exit code. */
int kp_write_baseline(struct kp_settings *s, const char *lines);

#endif
