/* The project file of an input. */
#ifndef KP_CMD_CONFIG_H
#define KP_CMD_CONFIG_H

#include "cmd/cmd.h"
#include "rule/config.h"

/* The text of the nearest file of that name in the folder of `path` (of standard input, "-", this
 * one) or above it, to which no other user can write; *file is its name as users know it, *in its
 * folder. NULL when there is none, or on an error, with *error set. */
const char *kp_find_above(struct kp_arena *a, const char *path, const char *name, const char **file,
                          const char **in, const char **error);

/* What --config names, else the `.kpipe.ini` in the folder of `path` or the nearest one above it;
 * of standard input ("-") the folder is this one. NULL when there is none, or on an error, with
 * *error set. */
struct kp_config *kp_find_config(struct kp_arena *a, const char *path, const char *given,
                                 const char **error);

/* Reads it into the settings, unless --no-config is there: options that the command line does not
 * give, and the rest for the passes. False after a complaint. */
bool kp_use_config(struct kp_settings *s, const char *path);

/* A unit for one of several files, each with its own project file; NULL after a complaint. */
struct kp_unit *kp_unit_for(const struct kp_settings *s, const struct kp_rules *rules,
                            const char *path);

#endif
