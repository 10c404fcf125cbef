/* kpipe.lock: the plans chosen for a project's loops, with their proofs and gains. */
#ifndef KP_LOCK_H
#define KP_LOCK_H

#include "kp.h"

#define KP_LOCK_NAME "kpipe.lock"

/* The plan of a loop that is not rewritten. */
#define KP_LOCK_LEAVE "none"

/* One loop for one architecture. */
struct kp_lock_entry {
    const char *file;   /* relative to the lock's folder */
    const char *kernel; /* the function that holds the loop */
    unsigned loop;      /* number of the loop in the function, from 1 */
    const char *arch;
    const char *key;    /* key of the user's kernel */
    const char *plan;   /* "cp-async,2,split", "auto,3,ring,blocks=2,unroll,narrow" */
    const char *output; /* key of the kernel as kpipe has written it */
    const char *proof;  /* hash of verdict and sizes; "-": none */
    const char *gain;   /* measured speedup: "1.31"; "-": not measured */
};

struct kp_lock {
    struct kp_arena *arena;
    KP_VEC(struct kp_lock_entry) entries;
};

/* Reads a lock. NULL with *error = "FILE:LINE: what" for the first invalid line. */
struct kp_lock *kp_lock_read(struct kp_arena *a, const char *path, const char *text,
                             const char **error);
/* The lock's text: sorted, one line per entry. */
const char *kp_lock_text(const struct kp_lock *lock);

/* The entry of a loop; NULL: none. A NULL `key` matches any key. */
struct kp_lock_entry *kp_lock_find(const struct kp_lock *lock, const char *file, const char *kernel,
                                   unsigned loop, const char *arch, const char *key);
/* Adds an entry, or replaces that of the same loop and architecture. */
void kp_lock_put(struct kp_lock *lock, const struct kp_lock_entry *e);

/* Removes the entries of a kernel (NULL: of all functions of the file) for the architecture. */
void kp_lock_drop(struct kp_lock *lock, const char *file, const char *kernel, const char *arch);

/* ---- plans ---- */

const char *kp_lock_plan(struct kp_arena *a, const struct kp_loop *l);
/* Reads the blocks to merge, at most 64, from n bytes: "4x8" (y, x) or "2x4x8" (z, y, x). False
 * when the text is not of this form. */
bool kp_read_merge(const char *text, size_t n, struct kp_merge *to);
/* Reads a plan; false when the text is not one. */
bool kp_lock_request(const char *plan, struct kp_request *request);

/* ---- keys (key.c) ---- */

/* A hash of the tokens of a function and of everything that its names may denote (macros,
 * constants, types and functions of the source and of the project's headers that were read), of the
 * command line's defines, and of its launches. `text` replaces the source's text; NULL: it does
 * not. The key is NULL when the function is not in the text. */
const char *kp_lock_key(struct kp_unit *u, const char *function, const char *text);

/* The number of a loop among those of its function, from 1. */
unsigned kp_lock_number(const struct kp_unit *u, const struct kp_loop *l);

#endif
