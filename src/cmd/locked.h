/* The lock file that holds for an input, and what it does to the plans. */
#ifndef KP_CMD_LOCKED_H
#define KP_CMD_LOCKED_H

#include "cmd/cmd.h"
#include "lock/lock.h"

struct kp_locked {
    struct kp_lock *lock; /* NULL: there is none */
    const char *path;     /* as users know it */
    const char *folder;   /* real; names in the lock begin there */
    const char *file;     /* the input's name in it; NULL: it is not below it */
};

/* The nearest kpipe.lock in the folder of `path` or above it. False after a complaint. */
bool kp_find_lock(struct kp_settings *s, const char *path, struct kp_locked *to);

/* How an input is named in a lock that is in `folder` (real); NULL: it is not below it. */
const char *kp_locked_name(struct kp_arena *a, const char *folder, const char *path);

/* The unit with the plans of the entries whose keys fit; `u` itself where none does. A loop without
 * one keeps its plan, or with --locked-only stays as it is. Says which entries are stale. */
struct kp_unit *kp_apply_lock(struct kp_settings *s, struct kp_unit *u, const struct kp_locked *l);

/* The entry that a loop of `u` was made by: its key, and the key of what was made, fit. NULL. */
const struct kp_lock_entry *kp_locked_entry(struct kp_unit *u, const struct kp_loop *loop,
                                            const struct kp_locked *l);

/* A lock to write to: where there is none, it begins in the working folder. False after a complaint
 * that the input is not below. */
bool kp_begin_lock(struct kp_arena *a, const char *path, struct kp_locked *l);

/* The entries of the pipelined loops of `u` come in the place of the file's, or of one function's
 * (NULL: all). Proofs are the settings', those of entries whose output is the same stay, and so do
 * gains, unless `gain` says another one. */
void kp_put_loops(const struct kp_settings *s, struct kp_unit *u, struct kp_locked *l,
                  const char *function, const char *gain);

/* The exit code. */
int kp_write_lock(struct kp_arena *a, const struct kp_locked *l);

#endif
