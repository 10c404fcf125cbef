/* Finding and reading the project file of an input. */
#ifndef KP_CMD_CONFIG_H
#define KP_CMD_CONFIG_H

#include "cmd/cmd.h"
#include "rule/config.h"

/* The text of the nearest file called `name` in the folder of `path` (for standard input, "-", the
 * working folder) or above it. A file that other users can write to is an error. *file is its path
 * as messages show it, *in its folder. NULL when there is none; NULL with *error set on an error.
 */
const char *kp_find_above(struct kp_arena *a, const char *path, const char *name, const char **file,
                          const char **in, const char **error);

/* Reads the project file `given` (--config), or else the nearest `.kpipe.ini` as above. NULL when
 * there is none; NULL with *error set on an error. */
struct kp_config *kp_find_config(struct kp_arena *a, const char *path, const char *given,
                                 const char **error);

/* Reads the project file into the settings, unless --no-config is given. Options of the command
 * line take precedence. False after an error message. */
bool kp_use_config(struct kp_settings *s, const char *path);

/* A unit for one of several files, each with its own project file; NULL after an error message. */
struct kp_unit *kp_unit_for(const struct kp_settings *s, const struct kp_rules *rules,
                            const char *path);

#endif
