/* Finds the sources that operands denote: files, and folders with all sources below them. */
#ifndef KP_CMD_WALK_H
#define KP_CMD_WALK_H

#include "cmd/flags.h"

/* Replaces folders among the operands by the .cu and .cuh files below them, in order. Omitted are
 * folders that begin with a dot, and files that a .gitignore or [exclude] of a project file names;
 * an operand that is a file is never omitted. *folders: an operand was a folder. False after an
 * error message. */
bool kp_find_sources(struct kp_settings *s, bool *folders);

/* True if [exclude] of the project file names the file or a folder that contains it. */
bool kp_is_excluded(struct kp_arena *a, const struct kp_config *config, const char *path);

/* Adds the real paths of the .cu files below a project's folder, with the same omissions; stops
 * early in very large projects. */
void kp_walk_project(struct kp_settings *s, const char *root, struct kp_texts *to);

#endif
