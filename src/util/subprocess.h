/* Child processes: running programs without a shell, and distributing work over several processes.
 */
#ifndef KP_UTIL_SUBPROCESS_H
#define KP_UTIL_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* The result of a program. `status` is its exit code, 128 + N when signal N ended it, -1 when it
 * could not be started or heard. */
struct kp_process {
    int status;
    bool is_missing; /* -1, as there is no such program */
    char *out;       /* its standard output, NUL-terminated */
    size_t out_size;
};

/* Runs argv[0], looked up in PATH. Its standard input is empty; it inherits standard error and all
 * descriptors that are not close-on-exec. */
struct kp_process kp_run_program(struct kp_arena *a, const char *const argv[]);
/* The same with n bytes on its standard input. */
struct kp_process kp_feed_program(struct kp_arena *a, const char *const argv[], const char *bytes,
                                  size_t n);

/* An anonymous file with these bytes, positioned at its beginning, to be passed to a program as
 * /dev/fd/N; -1 on failure. */
int kp_memory_file(const char *bytes, size_t n);

/* Everything that can be read from `fd`, NUL-terminated; NULL on a read error. */
char *kp_read_all(struct kp_arena *a, int fd, size_t *size);

/* Writes all bytes; false with errno on failure. */
bool kp_write_all(int fd, const char *bytes, size_t n);
/* Writes a file that only this user can read: it is created or emptied, never through a link. Not
 * atomic. */
bool kp_write_private(const char *path, const char *bytes, size_t n);

/* Runs work(context) in a child process for at most `seconds`. Returns its result; -1 when the time
 * was exceeded or a signal ended it. *said is what it printed on standard error. */
int kp_within(struct kp_arena *a, double seconds, int (*work)(void *context), void *context,
              char **said);

/* Calls work(i, context) for 0 <= i < n, each in its own child process, at most `jobs` at a time.
 * Their standard output and error are printed in the order of i. Returns the largest result. For a
 * child ended by a signal, the result is what `crashed` returns; if a part of a child's output is
 * lost, its result is at least 2. */
int kp_spread(struct kp_arena *a, size_t n, size_t jobs, int (*work)(size_t i, void *context),
              int (*crashed)(size_t i, int signal, void *context), void *context);

#endif
