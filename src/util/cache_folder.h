/* The user's cache folder.
 *
 * It is $KPIPE_CACHE_DIR, $XDG_CACHE_HOME/kpipe or ~/.cache/kpipe; an empty KPIPE_CACHE_DIR
 * switches all caches off. */
#ifndef KP_UTIL_CACHE_FOLDER_H
#define KP_UTIL_CACHE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "util/arena.h"
#include "util/vec.h"

/* The folder's path, in the arena; it is created if needed. NULL when caches are switched off. */
const char *kp_cache_folder(struct kp_arena *a);
/* True for a folder, not a link to one, that belongs to this user and that no other user can write
 * to. */
bool kp_is_own_folder(const char *path);

/* An entry of a cache folder. */
struct kp_cached {
    const char *path;
    time_t used;
    bool is_folder;
    int64_t bytes; /* size of a file; for a folder, the sum of its files, without subfolders */
};

KP_VEC_TYPE(kp_cached_list, struct kp_cached);

/* The entries of a folder, the least recently used first, without names that begin with a dot. */
struct kp_cached_list kp_list_cached(struct kp_arena *a, const char *folder);

/* The hash of a NULL-terminated list of texts, as 32 hexadecimal digits. */
const char *kp_hash_texts(struct kp_arena *a, const char *const *parts);
uint64_t kp_hash_bytes(const char *bytes, size_t n);
/* kp_hash_bytes() of what a file holds; false when it cannot be read. */
bool kp_hash_file(const char *path, uint64_t *hash);

#endif
