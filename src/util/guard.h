/* Removes what must not outlive this process: temporary files and folders, and the processes that
 * it has started. A signal that ends kpipe removes them, too. What remains after a SIGKILL is
 * removed by the next run, which recognises it by a file lock that is no longer held. */
#ifndef KP_UTIL_GUARD_H
#define KP_UTIL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Installs handlers: SIGINT, SIGTERM and SIGHUP, unless ignored, clean up and then end the process
 * as usual; SIGXFSZ becomes an error of write(). For programs only; a library does not change
 * signals. */
void kp_guard_start(void);

/* Between the two a pipe that nobody reads is an error of write(), and does not end the process.
 * Programs that are started in between are not affected. */
struct sigaction;
void kp_guard_pipes(struct sigaction *was);
void kp_guard_pipes_end(const struct sigaction *was);

/* Limits the processor time for the work on `what`, from now on. When it is exceeded, a message is
 * printed, everything guarded is removed, and the process ends with exit code 2. Has no effect
 * without kp_guard_start(). */
void kp_guard_limit(const char *what, unsigned seconds);
/* Suspends and resumes counting processor time. */
void kp_guard_stop(void);
void kp_guard_go_on(void);
/* The microseconds left; 0: no limit is active. kp_guard_spend(): subtracts what a child has used.
 */
int64_t kp_guard_left(void);
void kp_guard_spend(int64_t used);

/* Removes everything that is guarded. */
void kp_guard_clean(void);

/* ---- files and folders ---- */

/* Creates a file, open for writing, or a folder (mode 0700), in `folder` with a name that begins
 * with `prefix`; `path` (`size` bytes) receives its path. Returns a descriptor that holds the lock,
 * or -1 with errno. Files and folders of ended runs with such names are removed first. */
int kp_guard_file(const char *folder, const char *prefix, char *path, size_t size);
int kp_guard_folder(const char *folder, const char *prefix, char *path, size_t size);
/* Creates the folder `path`, or empties and reuses it when an ended run left it. Returns a
 * descriptor, or -1 with errno: EWOULDBLOCK when another run uses it, EEXIST when kpipe did not
 * make it. */
int kp_guard_place(const char *path);

/* Removes folders of ended runs whose names begin with `prefix`. */
void kp_guard_sweep(const char *folder, const char *prefix);

/* Ends the guarding of a path that the caller has renamed or removed. Returns the result of closing
 * the descriptor. */
int kp_guard_drop(const char *path);

/* Removes a folder and the regular files in it. */
void kp_remove_folder(const char *path);

/* ---- processes ---- */

/* fork(). The child is ended with its parent: by SIGTERM, so that it cleans up; with `is_group` it
 * leads its own process group, which is ended by SIGKILL. */
pid_t kp_guard_fork(bool is_group);
/* Guards a child that was started in another way. */
void kp_guard_child(pid_t pid);
/* Ends the guarding of a child that was waited for. */
void kp_guard_reaped(pid_t pid);

#endif
