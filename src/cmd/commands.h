/* All commands, in the order of --help. */
#ifndef KP_CMD_COMMANDS_H
#define KP_CMD_COMMANDS_H

#include "cmd/cmd.h"

/* Command number i; NULL after the last one. */
const struct kp_command *kp_command_at(size_t i);
/* The heading in --help under which command number i is listed. */
const char *kp_command_group(size_t i);
/* The command of that name; NULL: none. */
const struct kp_command *kp_command_of(const char *name);

/* The text about exit codes in --help. */
extern const char kp_exit_codes[];

#endif
