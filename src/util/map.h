/* Numbers by pointer, in an arena: a table that starts out empty, all zero. */
#ifndef KP_UTIL_MAP_H
#define KP_UTIL_MAP_H

#include "util/arena.h"

struct kp_map {
    struct kp_map_entry {
        const void *key; /* NULL: free */
        size_t value;
    } *slots;
    size_t size, used;
};

/* The key's number, to be read or set until the next call; 0 where it is new. No key is NULL. */
size_t *kp_map_at(struct kp_arena *a, struct kp_map *m, const void *key);
/* 0: it is not there. */
size_t kp_map_get(const struct kp_map *m, const void *key);

#endif
