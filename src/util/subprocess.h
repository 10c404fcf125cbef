/* Child processes: programs run without a shell, and our own work spread over several processes. */
#ifndef KP_UTIL_SUBPROCESS_H
#define KP_UTIL_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* What a program did. `status` is its exit code, 128 + N when signal N ended it, -1 when it could
 * not be started. */
struct kp_process {
    int status;
    char *out; /* its standard output, NUL-terminated */
    size_t out_size;
};

/* Runs argv[0], looked up in PATH. Its standard input is empty and its standard error is ours; it
 * inherits those of our descriptors that are not close-on-exec. */
struct kp_process kp_run_program(struct kp_arena *a, const char *const argv[]);
/* The same with these bytes on its standard input. */
struct kp_process kp_feed_program(struct kp_arena *a, const char *const argv[], const char *bytes,
                                  size_t n);

/* An anonymous file with these bytes, to be handed to a program as /dev/fd/N; -1 when the system
 * gives none. Positioned at its beginning. */
int kp_memory_file(const char *bytes, size_t n);

/* Everything that can be read from `fd`, NUL-terminated; NULL on a read error. */
char *kp_read_all(struct kp_arena *a, int fd, size_t *size);

/* Writes all of it; false on error (errno says which). */
bool kp_write_all(int fd, const char *bytes, size_t n);
/* ... into a file of ours that nobody else reads meanwhile: made or emptied, never through a link,
 * readable by this user only. */
bool kp_write_private(const char *path, const char *bytes, size_t n);

/* work(context) in a child process, for so many seconds at most; -1 when they were over, or it was
 * ended by a signal. *said is what it printed on standard error. */
int kp_within(struct kp_arena *a, double seconds, int (*work)(void *context), void *context,
              char **said);

/* Calls work(i, context) for 0 <= i < n, each in a child process of its own and at most `jobs` at a
 * time. What they print on standard output and error is shown in the order of i. Returns the
 * largest result; that of a child which a signal ended is what `crashed` returns for it, and that
 * of one of whose output something is lost is 2 at least. */
int kp_spread(struct kp_arena *a, size_t n, size_t jobs, int (*work)(size_t i, void *context),
              int (*crashed)(size_t i, int signal, void *context), void *context);

#endif
