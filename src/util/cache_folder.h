/* The folder of the user's where kpipe keeps what it would otherwise make again.
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

/* Arena-owned; NULL when nothing is kept. It is made when it is not there. */
const char *kp_cache_folder(struct kp_arena *a);
/* A folder, no link to one, this user's, and no other user can write to it. */
bool kp_is_own_folder(const char *path);

/* What is in a folder of the cache, the least recently used first. A name that begins with a dot
 * is not listed. */
struct kp_cached {
    const char *path;
    time_t used;
    bool is_folder;
    int64_t bytes; /* of a file; of all files of a folder, those of its folders not counted */
};

KP_VEC_TYPE(kp_cached_list, struct kp_cached);

struct kp_cached_list kp_list_cached(struct kp_arena *a, const char *folder);

/* 32 hexadecimal digits for a NULL-terminated list of texts. */
const char *kp_hash_texts(struct kp_arena *a, const char *const *parts);
uint64_t kp_hash_bytes(const char *bytes, size_t n);

#endif
