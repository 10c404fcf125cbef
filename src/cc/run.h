/* The compiler, in the place of the user's call: its standard streams, process group, folder and
 * environment are the user's. */
#ifndef KP_CC_RUN_H
#define KP_CC_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* Becomes the compiler. Where it cannot be run, a message, and the exit code that a shell would
 * have: 127, or 126. */
int kp_cc_become(const char *const *argv);

/* What a compiler has printed. */
struct kp_cc_said {
    char *out, *err;
    size_t out_size, err_size;
};

/* Runs it and waits. `said`: what it prints is kept there, in the arena, and not shown; NULL: it
 * is shown. Returns its wait status; -1: it could not be started. */
int kp_cc_run(struct kp_arena *a, const char *const *argv, struct kp_cc_said *said);

/* Ends as the compiler did: by the same signal, or returns its exit code. */
int kp_cc_end(int status);

#endif
