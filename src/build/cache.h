/* What nvcc has made before, kept in a folder of the user's: keyed by everything that it was made
 * of, safe when several programs use it at the same time. An entry is a file with the product, what
 * nvcc printed, and the list of what it read and looked for (build/reads.h), which must all be as
 * it was; a sum tells an entry that was cut or changed. The folder is kp_cache_folder(). */
#ifndef KP_BUILD_CACHE_H
#define KP_BUILD_CACHE_H

#include <stdbool.h>

#include "build/reads.h"
#include "util/arena.h"

struct kp_cache_key {
    struct kp_arena *arena;
    const char *entry; /* the entry's file; NULL: no cache */
};

/* `parts` (NULL-terminated) is all that decides about the product besides the files that it reads;
 * programs among them are given by kp_cache_program(). */
struct kp_cache_key kp_cache_key(struct kp_arena *a, const char *const *parts);
/* A program's, or a folder's, path, size and time. */
const char *kp_cache_program(struct kp_arena *a, const char *path);

/* Writes the entry's product to temp/output and what was printed to temp/log. False when there is
 * none, or when something that it was made of has changed. */
bool kp_cache_fetch(const struct kp_cache_key *k, const char *temp, const char *output);
/* Keeps temp/output and temp/log of `made->temp`. Failure is silent: there is just no entry then.
 */
void kp_cache_store(const struct kp_cache_key *k, const struct kp_reads *made, const char *output);

/* The same for what is made of a source without a compiler: two texts. */
struct kp_kept {
    const char *said, *data;
    size_t said_size, data_size;
};

/* False as above; the texts are in the key's arena. */
bool kp_cache_recall(const struct kp_cache_key *k, struct kp_kept *to);
void kp_cache_keep(const struct kp_cache_key *k, const struct kp_reads *made,
                   const struct kp_kept *what);

#endif
