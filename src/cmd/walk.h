/* The sources that operands mean: files, and folders with all that is in them. */
#ifndef KP_CMD_WALK_H
#define KP_CMD_WALK_H

#include "cmd/flags.h"

/* The operands become files, in order: of a folder all .cu and .cuh files below it, without folders
 * that begin with a dot, what a .gitignore names and what [exclude] of the project files names. A
 * file that was named itself counts in any case. False after a complaint. *folders: there was one.
 */
bool kp_find_sources(struct kp_settings *s, bool *folders);

/* Does [exclude] of the file's project file name it, or a folder that it is in? */
bool kp_is_excluded(struct kp_arena *a, const struct kp_config *config, const char *path);

/* The .cu files below a project's folder, by their real names, in the same way; a project that is
 * too large is not read to its end. */
void kp_walk_project(struct kp_settings *s, const char *root, struct kp_texts *to);

#endif
