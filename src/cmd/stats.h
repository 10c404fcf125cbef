/* `kpipe check --stats`: a whole code base in one table. */
#ifndef KP_CMD_STATS_H
#define KP_CMD_STATS_H

#include "cmd/cmd.h"

/* The operands are files. One that cannot be read, crashes or does not come to an end counts as
 * such. */
int kp_check_stats(struct kp_settings *s, const struct kp_rules *rules, size_t jobs);

#endif
