/* Reads versions of a file from git. No program that a repository configures is run (filters,
 * hooks, helpers). */
#ifndef KP_CMD_GIT_H
#define KP_CMD_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/str.h"

/* The commit that `name` denotes in the repository of the file; NULL: none, or git is not
 * installed. */
const char *kp_git_commit(struct kp_arena *a, const char *path, const char *name);
/* The file's text in the commit; NULL when it is not there. */
const char *kp_git_text(struct kp_arena *a, const char *path, const char *commit, size_t *size);
/* The last commits that changed the file, the newest first. */
struct kp_texts kp_git_commits(struct kp_arena *a, const char *path, int most);

#endif
