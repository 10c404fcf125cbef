/* `kpipe check --stats`: one table for a whole code base. */
#ifndef KP_CMD_STATS_H
#define KP_CMD_STATS_H

#include "cmd/cmd.h"

/* The operands are files. Files that cannot be read, crash the parser or exceed the time limit are
 * counted as such. Returns the exit code. */
int kp_check_stats(struct kp_settings *s, const struct kp_rules *rules, size_t jobs);

#endif
