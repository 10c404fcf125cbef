/* The kpipe.lock that applies to an input, and its effect on the plans. */
#ifndef KP_CMD_LOCKED_H
#define KP_CMD_LOCKED_H

#include "cmd/cmd.h"
#include "lock/lock.h"

struct kp_locked {
    struct kp_lock *lock; /* NULL: there is none */
    const char *path;     /* as messages show it */
    const char *folder;   /* its real folder; names in the lock are relative to it */
    const char *file;     /* the input's name relative to the folder; NULL: it is not below it */
};

/* Finds the nearest kpipe.lock in the folder of `path` or above it. False after an error message.
 */
bool kp_find_lock(struct kp_settings *s, const char *path, struct kp_locked *to);

/* A unit with the plans of the entries whose keys match; `u` itself when none matches. A loop
 * without an entry keeps its plan, or with --locked-only is not rewritten. Prints which entries are
 * stale. */
struct kp_unit *kp_apply_lock(struct kp_settings *s, struct kp_unit *u, const struct kp_locked *l);

/* The entry from which a loop of `u` was made: both its key and the key of the output match. NULL:
 * none. */
const struct kp_lock_entry *kp_locked_entry(struct kp_unit *u, const struct kp_loop *loop,
                                            const struct kp_locked *l);

/* A lock to write to; when there is none, a new one in the working folder. False after an error
 * message when the input is not below that folder. */
bool kp_begin_lock(struct kp_arena *a, const char *path, struct kp_locked *l);

/* Replaces the file's entries, or those of one function (NULL: all), by entries for the pipelined
 * loops of `u`. Proofs come from the settings. Entries with the same output as before keep their
 * proof and gain, unless `gain` gives another one. */
void kp_put_loops(const struct kp_settings *s, struct kp_unit *u, struct kp_locked *l,
                  const char *function, const char *gain);

/* Writes the lock; the exit code. */
int kp_write_lock(struct kp_arena *a, const struct kp_locked *l);

#endif
