#include "util/map.h"

#include <stdint.h>

/* Where the key is, or would be. */
static struct kp_map_entry *slot_of(const struct kp_map *m, const void *key)
{
    uint64_t h = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15u;
    size_t i = (size_t)(h >> 20) & (m->size - 1);

    while (m->slots[i].key && m->slots[i].key != key)
        i = (i + 1) & (m->size - 1);
    return &m->slots[i];
}

static void grow(struct kp_arena *a, struct kp_map *m)
{
    struct kp_map bigger = {.size = m->size ? 2 * m->size : 16, .used = m->used};

    bigger.slots = kp_new_array(a, struct kp_map_entry, bigger.size);
    for (size_t i = 0; i < m->size; i++)
        if (m->slots[i].key)
            *slot_of(&bigger, m->slots[i].key) = m->slots[i];
    *m = bigger;
}

size_t *kp_map_at(struct kp_arena *a, struct kp_map *m, const void *key)
{
    struct kp_map_entry *e;

    if (2 * (m->used + 1) > m->size)
        grow(a, m);
    e = slot_of(m, key);
    m->used += !e->key;
    e->key = key;
    return &e->value;
}

size_t kp_map_get(const struct kp_map *m, const void *key)
{
    return m->size ? slot_of(m, key)->value : 0;
}
