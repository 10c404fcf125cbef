/* All commands, in the order of --help. */
#ifndef KP_CMD_COMMANDS_H
#define KP_CMD_COMMANDS_H

#include "cmd/cmd.h"

/* NULL behind the last one. */
const struct kp_command *kp_command_at(size_t i);
/* What it is for, in a word or two: the heading above it. */
const char *kp_command_group(size_t i);
/* NULL: there is none of that name. */
const struct kp_command *kp_command_of(const char *name);

/* What --help says of exit codes, in lines. */
extern const char kp_exit_codes[];

#endif
