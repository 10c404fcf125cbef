/* kpipe.lock: the plans that a project has decided for its loops, with what is known of them. */
#ifndef KP_LOCK_H
#define KP_LOCK_H

#include "kp.h"

#define KP_LOCK_NAME "kpipe.lock"

/* The plan of a loop that stays as it is. */
#define KP_LOCK_LEAVE "none"

/* One loop for one architecture. */
struct kp_lock_entry {
    const char *file;   /* from the lock's folder */
    const char *kernel; /* the function that holds the loop */
    unsigned loop;      /* which of its loops, from 1 */
    const char *arch;
    const char *key;    /* of the kernel as the user has it */
    const char *plan;   /* "cp-async,2,split", "auto,3,ring,blocks=2,unroll,narrow" */
    const char *output; /* key of the kernel as kpipe has written it */
    const char *proof;  /* hash of verdict and sizes; "-": none */
    const char *gain;   /* measured: "1.31"; "-": not */
};

struct kp_lock {
    struct kp_arena *arena;
    KP_VEC(struct kp_lock_entry) entries;
};

/* NULL and *error = "FILE:LINE: what" at the first line that makes no sense. */
struct kp_lock *kp_lock_read(struct kp_arena *a, const char *path, const char *text,
                             const char **error);
/* Sorted, one line an entry. */
const char *kp_lock_text(const struct kp_lock *lock);

/* The entry of a loop, NULL: there is none. `key` NULL: whatever it is. */
struct kp_lock_entry *kp_lock_find(const struct kp_lock *lock, const char *file, const char *kernel,
                                   unsigned loop, const char *arch, const char *key);
/* Adds it, or puts it in the place of the one of the same loop and architecture. */
void kp_lock_put(struct kp_lock *lock, const struct kp_lock_entry *e);

/* Takes away the function's entries for the architecture; NULL: those of all functions of the file.
 */
void kp_lock_drop(struct kp_lock *lock, const char *file, const char *kernel, const char *arch);

/* ---- plans ---- */

const char *kp_lock_plan(struct kp_arena *a, const struct kp_loop *l);
/* "4x8", rows first, or "2x4x8", of n bytes: blocks to be merged, 64 at most. False: it is no such
 * text. */
bool kp_read_merge(const char *text, size_t n, struct kp_merge *to);
/* False when it is none. */
bool kp_lock_wish(const char *plan, struct kp_wish *wish);

/* ---- keys (key.c) ---- */

/* A hash of the tokens of a function and of all that its names may mean: macros, constants, types,
 * functions, of the source and its project's headers, as far as they were read; of defines of the
 * command line; and of what launches it. `text`: in the place of the source's own; NULL. The key is
 * NULL where the function is not in the text. */
const char *kp_lock_key(struct kp_unit *u, const char *function, const char *text);

/* Which of its function's loops a loop is, from 1. */
unsigned kp_lock_number(const struct kp_unit *u, const struct kp_loop *l);

#endif
