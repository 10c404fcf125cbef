#include "sample/machine.h"

/* ---- what was written ------------------------------------------------------------------------ */

static size_t slot_of(const struct kp_stored *s, uint64_t key)
{
    size_t i = (size_t)kp_mix(0, key) & (s->size - 1);

    while (s->key[i] && s->key[i] != key)
        i = (i + 1) & (s->size - 1);
    return i;
}

static void grow(struct kp_arena *a, struct kp_stored *s)
{
    struct kp_stored old = *s;

    s->size = old.size ? 2 * old.size : 1024;
    s->key = kp_new_array(a, uint64_t, s->size);
    s->bytes = kp_new_array(a, uint64_t, s->size);
    s->mask = kp_new_array(a, uint8_t, s->size);
    for (size_t i = 0; i < old.size; i++)
        if (old.key[i]) {
            size_t to = slot_of(s, old.key[i]);

            s->key[to] = old.key[i];
            s->bytes[to] = old.bytes[i];
            s->mask[to] = old.mask[i];
        }
}

/* The slot for an address, made where there was none. */
static size_t new_slot(struct kp_arena *a, struct kp_stored *s, uint64_t at)
{
    size_t i;

    if (2 * s->used >= s->size)
        grow(a, s);
    i = slot_of(s, at / 8 + 1);
    s->used += !s->key[i];
    s->key[i] = at / 8 + 1;
    return i;
}

static void store(struct kp_memory *m, uint64_t at, uint8_t byte)
{
    struct kp_stored *s = &m->stored;
    size_t i = new_slot(m->arena, s, at);

    memcpy((uint8_t *)&s->bytes[i] + at % 8, &byte, 1);
    s->mask[i] |= (uint8_t)(1u << at % 8);
}

/* Records the bytes of one word, or looks for them. */
static void note_word(struct kp_memory *m, uint64_t at, uint8_t mask)
{
    size_t i;

    if (!m->may_read) {
        i = new_slot(m->arena, &m->reads, at);
        m->reads.mask[i] |= mask;
        return;
    }
    i = m->may_read->size ? slot_of(m->may_read, at / 8 + 1) : 0;
    if (!m->may_read->size || !m->may_read->key[i] || mask & ~m->may_read->mask[i])
        m->bad = "it reads memory that the input does not read";
}

static void note_read(struct kp_memory *m, uint64_t at, size_t n)
{
    while (n) {
        size_t part = 8 - at % 8 < n ? 8 - at % 8 : n;

        note_word(m, at, (uint8_t)(((1u << part) - 1) << at % 8));
        at += part;
        n -= part;
    }
}

bool kp_stored_same(const struct kp_stored *a, const struct kp_stored *b)
{
    if (a->used != b->used)
        return false;
    for (size_t i = 0; i < a->size; i++) {
        size_t k = a->key[i] ? slot_of(b, a->key[i]) : 0;

        if (a->key[i] &&
            (b->key[k] != a->key[i] || b->mask[k] != a->mask[i] || b->bytes[k] != a->bytes[i]))
            return false;
    }
    return true;
}

/* ---- what was there -------------------------------------------------------------------------- */

static uint32_t element_at(const struct kp_memory *m, uint64_t at)
{
    uint64_t param = (at - KP_AT_PARAM) >> KP_RANGE_BITS;

    return at >= KP_AT_PARAM && at < KP_AT_FOUND && param < m->n_params ? m->params[param].element
                                                                        : 0;
}

/* Ranges begin at multiples of every size of a number. */
static uint8_t byte_at(const struct kp_memory *m, uint64_t at)
{
    uint32_t element = element_at(m, at);

    if (!element)
        return (uint8_t)(kp_mix(4, at / 8) >> at % 8 * 8);
    return at % element ? 0 : kp_mix(5 + m->seed, at / element) & 15;
}

static void read_global(struct kp_memory *m, uint64_t at, uint8_t *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = m->stored.used ? slot_of(&m->stored, (at + i) / 8 + 1) : 0;

        if (m->stored.used && m->stored.key[k] && m->stored.mask[k] >> (at + i) % 8 & 1)
            to[i] = ((const uint8_t *)&m->stored.bytes[k])[(at + i) % 8];
        else
            to[i] = byte_at(m, at + i);
    }
}

/* ---- access ---------------------------------------------------------------------------------- */

static const char outside[] = "an access outside of its array";

static bool is_inside(struct kp_memory *m, uint64_t at, size_t n, uint64_t from, uint32_t bytes)
{
    bool is = at >= from && at - from <= bytes && n <= bytes - (at - from);

    if (!is)
        m->bad = outside;
    return is;
}

void kp_memory_read(struct kp_memory *m, uint64_t at, void *to, size_t n)
{
    memset(to, 0, n);
    if (at >= KP_AT_GLOBAL) {
        note_read(m, at, n);
        read_global(m, at, to, n);
    } else if (at >= KP_AT_LOCAL) {
        if (is_inside(m, at, n, KP_AT_LOCAL, m->n_local))
            memcpy(to, m->local + (at - KP_AT_LOCAL), n);
    } else if (is_inside(m, at, n, KP_AT_SHARED, m->n_shared)) {
        const uint8_t *state = m->is_set + (at - KP_AT_SHARED);

        memcpy(to, m->shared + (at - KP_AT_SHARED), n);
        m->reads_unset |= memchr(state, KP_IS_UNSET, n) != NULL;
        if (memchr(state, KP_IS_BETWEEN, n))
            m->bad = outside;
    }
}

void kp_memory_write(struct kp_memory *m, uint64_t at, const void *from, size_t n)
{
    if (at >= KP_AT_GLOBAL) {
        for (size_t i = 0; i < n; i++)
            store(m, at + i, ((const uint8_t *)from)[i]);
    } else if (at >= KP_AT_LOCAL) {
        if (is_inside(m, at, n, KP_AT_LOCAL, m->n_local))
            memcpy(m->local + (at - KP_AT_LOCAL), from, n);
    } else if (is_inside(m, at, n, KP_AT_SHARED, m->n_shared)) {
        uint8_t *state = m->is_set + (at - KP_AT_SHARED);

        if (memchr(state, KP_IS_BETWEEN, n)) {
            m->bad = outside;
            return;
        }
        memcpy(m->shared + (at - KP_AT_SHARED), from, n);
        memset(state, KP_IS_SET, n);
    }
}
