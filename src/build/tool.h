/* Compilers, run in a private folder. */
#ifndef KP_BUILD_TOOL_H
#define KP_BUILD_TOOL_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/arena.h"

/* A fresh folder that only we may read, absolute; NULL and a message on failure. What runs that
 * were killed have left is removed first. */
const char *kp_temp_new(struct kp_arena *a, const char **error);
/* Is that the name of such a folder, of this run or another? */
bool kp_temp_is(const char *folder);
/* Removes it and the plain files in it. */
void kp_temp_remove(const char *folder);

/* Runs argv[0] (looked up in PATH) in `folder`, with nothing from nvcc's environment variables, for
 * at most `seconds`. NULL, or a message with the beginning of what it printed. */
const char *kp_tool_run(struct kp_arena *a, const char *folder, const char *const argv[],
                        double seconds);

/* Waits for the head of a process group. False when the time is over; the whole group is gone then.
 */
bool kp_tool_wait(pid_t pid, double seconds, int *status);

/* A program of the toolkit: in CUDA_HOME or CUDA_PATH, in PATH, or where toolkits usually lie. NULL
 * when there is none. */
const char *kp_find_tool(struct kp_arena *a, const char *name);

/* What a program says of itself: "release 13.0, V13.0.88" of NVIDIA's tools, else the first line.
 * NULL when it does not answer. */
const char *kp_tool_version(struct kp_arena *a, const char *path);

const char *kp_copy_file(struct kp_arena *a, const char *from, const char *to);
/* The folder of a path, absolute. */
const char *kp_folder_of(struct kp_arena *a, const char *path);

#endif
