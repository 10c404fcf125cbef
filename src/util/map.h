/* A hash table from pointers to numbers, in an arena. All zero is an empty table. */
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

/* A pointer to the key's number, valid until the next call; 0 for a new key. Keys must not be NULL.
 */
size_t *kp_map_at(struct kp_arena *a, struct kp_map *m, const void *key);
/* The key's number; 0: the key is not in the table. */
size_t kp_map_get(const struct kp_map *m, const void *key);

#endif
