/* The folder of the user's where kpipe keeps what it would otherwise make again.
 *
 * It is $KPIPE_CACHE_DIR, $XDG_CACHE_HOME/kpipe or ~/.cache/kpipe; an empty KPIPE_CACHE_DIR
 * switches all caches off. */
#ifndef KP_UTIL_CACHE_FOLDER_H
#define KP_UTIL_CACHE_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"

/* Arena-owned; NULL when nothing is kept. It is made when it is not there. */
const char *kp_cache_folder(struct kp_arena *a);
/* A folder, no link to one, and this user's. */
bool kp_is_own_folder(const char *path);

/* 32 hexadecimal digits for a NULL-terminated list of texts. */
const char *kp_hash_texts(struct kp_arena *a, const char *const *parts);
uint64_t kp_hash_bytes(const char *bytes, size_t n);

#endif
