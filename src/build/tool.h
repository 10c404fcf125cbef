/* Running compilers in a private folder. */
#ifndef KP_BUILD_TOOL_H
#define KP_BUILD_TOOL_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/arena.h"

/* Makes a new folder that only this user may read; its absolute path, or NULL with *error set.
 * Folders left by killed runs are removed first. */
const char *kp_temp_new(struct kp_arena *a, const char **error);
/* True if `folder` has the name of such a folder, of this run or another. */
bool kp_temp_is(const char *folder);
/* Removes the folder and the regular files in it. */
void kp_temp_remove(const char *folder);

/* Runs argv[0] (looked up in PATH) in `folder`, without nvcc's environment variables, for at most
 * `seconds`. NULL on success, else a message with the beginning of its output. */
const char *kp_tool_run(struct kp_arena *a, const char *folder, const char *const argv[],
                        double seconds);

/* Waits for the leader of a process group. False after `seconds`; the whole group is then killed.
 */
bool kp_tool_wait(pid_t pid, double seconds, int *status);

/* The path of a program of the CUDA toolkit: from CUDA_HOME or CUDA_PATH, PATH, or the usual
 * install folders. NULL when there is none. */
const char *kp_find_tool(struct kp_arena *a, const char *name);

/* What `path --version` prints: "release 13.0, V13.0.88" for NVIDIA's tools, else the first line.
 * NULL when it cannot be run. */
const char *kp_tool_version(struct kp_arena *a, const char *path);

/* NULL, or a message. */
const char *kp_copy_file(struct kp_arena *a, const char *from, const char *to);
/* The absolute folder of a path. */
const char *kp_folder_of(struct kp_arena *a, const char *path);

#endif
