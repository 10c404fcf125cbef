/* Runs the compiler as if the user had called it: with the same standard streams, process group,
 * working folder and environment. */
#ifndef KP_CC_RUN_H
#define KP_CC_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* Replaces this process by the compiler. If it cannot be run, prints a message and returns a
 * shell's exit code, 126 or 127. */
int kp_cc_become(const char *const *argv);

/* The output of a compiler. */
struct kp_cc_said {
    char *out, *err;
    size_t out_size, err_size;
};

/* Runs the compiler and waits. Its output is stored in `said`, in the arena, or shown when `said`
 * is NULL. Returns the wait status; -1: it could not be started. */
int kp_cc_run(struct kp_arena *a, const char *const *argv, struct kp_cc_said *said);

/* Ends this process by the signal that ended the compiler, or returns the compiler's exit code. */
int kp_cc_end(int status);

#endif
