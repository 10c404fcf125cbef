/* What must not outlive this process: temporary files and folders, and the processes that it has
 * started. A signal that ends kpipe takes them along; what a SIGKILL leaves is removed by the next
 * run, which knows it by a lock that died with its holder. */
#ifndef KP_UTIL_GUARD_H
#define KP_UTIL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* From here on SIGINT, SIGTERM and SIGHUP, where they are not ignored, clean up and then end the
 * process as always; SIGXFSZ becomes an error of write(). For programs: a library leaves signals
 * alone. */
void kp_guard_start(void);

/* From here on so many seconds of processor time are left to work on `what`; then a message says
 * so, everything guarded is removed and the process ends with exit code 2. Only where
 * kp_guard_start() was called. */
void kp_guard_limit(const char *what, unsigned seconds);
/* What comes now does not count; from here on it does again. */
void kp_guard_stop(void);
void kp_guard_go_on(void);
/* Microseconds that are left; 0: there is no limit now. A child has used so many of them. */
int64_t kp_guard_left(void);
void kp_guard_spend(int64_t used);

/* Removes what is guarded now. */
void kp_guard_clean(void);

/* ---- files and folders ---- */

/* A fresh file in `folder`, its name `prefix` and something, open for writing; or a folder (mode
 * 0700). `path` (`size` bytes) gets the name. The descriptor holds the lock; -1 with errno. What
 * dead runs have left under such names in that folder is removed first. */
int kp_guard_file(const char *folder, const char *prefix, char *path, size_t size);
int kp_guard_folder(const char *folder, const char *prefix, char *path, size_t size);
/* The folder of this very name: made, or taken over, and emptied, where a run that has ended left
 * it. -1 with errno: EWOULDBLOCK where another run has it, EEXIST where it is none of ours. */
int kp_guard_place(const char *path);

/* Removes folders that dead runs have left under such names in that folder. */
void kp_guard_sweep(const char *folder, const char *prefix);

/* It is no longer guarded: renamed, or removed by the caller. Closes the descriptor; what close()
 * returns. */
int kp_guard_drop(const char *path);

/* Removes a folder and the plain files in it. */
void kp_remove_folder(const char *path);

/* ---- processes ---- */

/* fork(). The child ends with its parent: by SIGTERM, which cleans up, or, as the head of a process
 * group of its own, with that by SIGKILL. */
pid_t kp_guard_fork(bool is_group);
/* A child that was started in another way. */
void kp_guard_child(pid_t pid);
/* It was waited for. */
void kp_guard_reaped(pid_t pid);

#endif
