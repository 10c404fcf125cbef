/* Products of earlier nvcc runs, kept in the user's cache folder (kp_cache_folder()). The key
 * covers all inputs. Several programs may use the cache at the same time. An entry is a file with
 * the product, what nvcc printed, and the list of files that nvcc read and looked for
 * (build/reads.h); it is used only if all of these are unchanged. A checksum detects entries that
 * are damaged. */
#ifndef KP_BUILD_CACHE_H
#define KP_BUILD_CACHE_H

#include <stdbool.h>

#include "build/reads.h"
#include "util/arena.h"

struct kp_cache_key {
    struct kp_arena *arena;
    const char *entry; /* the entry's file; NULL: no cache */
};

/* The key for `parts` (NULL-terminated): everything, besides the files that are read, on which the
 * product depends. Programs among them are given by kp_cache_program(). */
struct kp_cache_key kp_cache_key(struct kp_arena *a, const char *const *parts);
/* Path, size and modification time of a program or folder, as one text. */
const char *kp_cache_program(struct kp_arena *a, const char *path);

/* Writes the entry's product to temp/output and what was printed to temp/log. False when there is
 * none, or when something that it was made of has changed. */
bool kp_cache_fetch(const struct kp_cache_key *k, const char *temp, const char *output);
/* Stores temp/output and temp/log, where temp is `made->temp`. When it fails there is no entry, and
 * no message. */
void kp_cache_store(const struct kp_cache_key *k, const struct kp_reads *made, const char *output);

/* The same cache for results that need no compiler: two texts. */
struct kp_kept {
    const char *said, *data;
    size_t said_size, data_size;
};

/* False when there is no valid entry; the texts are in the key's arena. */
bool kp_cache_recall(const struct kp_cache_key *k, struct kp_kept *to);
void kp_cache_keep(const struct kp_cache_key *k, const struct kp_reads *made,
                   const struct kp_kept *what);

#endif
