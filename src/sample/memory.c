#include "sample/machine.h"

/* ---- what was written ------------------------------------------------------------------------ */

static struct kp_stored_word *word_at(const struct kp_stored *s, uint64_t key)
{
    size_t i = (size_t)kp_mix(0, key) & (s->size - 1);

    while (s->words[i].key && s->words[i].key != key)
        i = (i + 1) & (s->size - 1);
    return &s->words[i];
}

static void grow(struct kp_arena *a, struct kp_stored *s)
{
    struct kp_stored old = *s;

    s->size = old.size ? 2 * old.size : 1024;
    s->words = kp_new_array(a, struct kp_stored_word, s->size);
    for (size_t i = 0; i < old.size; i++)
        if (old.words[i].key)
            *word_at(s, old.words[i].key) = old.words[i];
}

/* The word of an address, made where there was none. */
static struct kp_stored_word *new_word(struct kp_arena *a, struct kp_stored *s, uint64_t at)
{
    struct kp_stored_word *w;

    if (2 * s->used >= s->size)
        grow(a, s);
    w = word_at(s, at / 8 + 1);
    s->used += !w->key;
    w->key = at / 8 + 1;
    return w;
}

/* How many bytes of an access are in the first word. */
static size_t part_of(uint64_t at, size_t n)
{
    return 8 - at % 8 < n ? 8 - at % 8 : n;
}

static uint8_t mask_of(uint64_t at, size_t part)
{
    return (uint8_t)(((1u << part) - 1) << at % 8);
}

/* Bytes of one word. */
static void store(struct kp_memory *m, uint64_t at, const uint8_t *from, size_t part)
{
    struct kp_stored_word *w = new_word(m->arena, &m->stored, at);
    uint8_t *to = (uint8_t *)&w->bytes + at % 8, mask = mask_of(at, part);

    for (size_t i = 0; i < part; i++) {
        uint32_t *writer = &w->writer[at % 8 + i];

        m->is_racy |= (w->mask >> (at % 8 + i) & 1) && to[i] != from[i] && *writer != m->thread &&
                      !((*writer ^ m->thread) >> KP_THREAD_BITS);
        *writer = m->thread;
    }
    w->mask |= mask;
    memcpy(to, from, part);
}

/* Records the bytes of one word, or looks for them. */
static void note_word(struct kp_memory *m, uint64_t at, uint8_t mask)
{
    struct kp_stored_word *w;

    if (!m->may_read) {
        w = new_word(m->arena, &m->reads, at);
        for (unsigned i = 0; mask & ~w->mask && i < 8; i++)
            if ((mask & ~w->mask) >> i & 1)
                w->writer[i] = m->thread;
        w->mask |= mask;
        return;
    }
    w = m->may_read->size ? word_at(m->may_read, at / 8 + 1) : NULL;
    if (!w || !w->key || mask & ~w->mask)
        m->bad = "it reads memory that the input does not read";
}

bool kp_stored_same(const struct kp_stored *a, const struct kp_stored *b)
{
    if (a->used != b->used)
        return false;
    for (size_t i = 0; i < a->size; i++) {
        const struct kp_stored_word *x = &a->words[i], *y = x->key ? word_at(b, x->key) : x;

        if (y->key != x->key || y->mask != x->mask || y->bytes != x->bytes)
            return false;
    }
    return true;
}

/* The bytes of two words that are the same, as a mask of bits. */
static uint64_t same_bytes(uint64_t a, uint64_t b)
{
    uint64_t same = 0;

    for (unsigned i = 0; i < 64; i += 8)
        same |= (a ^ b) >> i & 0xff ? 0 : (uint64_t)0xff << i;
    return same;
}

bool kp_stored_same_as_both(const struct kp_stored *a, const struct kp_stored *other,
                            const struct kp_stored *b)
{
    for (size_t i = 0; i < a->size; i++) {
        const struct kp_stored_word *x = &a->words[i], *z = x->key ? word_at(other, x->key) : x, *y;

        if (!x->key || z->key != x->key || z->mask != x->mask)
            continue;
        y = word_at(b, x->key);
        if (y->key != x->key || y->mask != x->mask ||
            ((y->bytes ^ x->bytes) & same_bytes(x->bytes, z->bytes)))
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

/* Bytes of one word that nobody has written. Ranges begin at multiples of every size of a number.
 */
static void made_bytes(const struct kp_memory *m, uint64_t at, uint8_t *to, size_t part)
{
    uint32_t element = element_at(m, at);
    uint64_t word = element ? 0 : kp_mix(4, at / 8);

    memset(to, 0, part);
    if (!element)
        memcpy(to, (const uint8_t *)&word + at % 8, part);
    for (size_t i = 0; element && i < part; i++)
        if ((at + i) % element == 0)
            to[i] = kp_mix(5 + m->seed, (at + i) / element) & 15;
}

/* Bytes of one word. */
static void read_word(struct kp_memory *m, uint64_t at, uint8_t *to, size_t part)
{
    const struct kp_stored_word *w = m->stored.used ? word_at(&m->stored, at / 8 + 1) : NULL;
    uint8_t mask = mask_of(at, part), written = w && w->key ? w->mask & mask : 0;

    if (written != mask)
        made_bytes(m, at, to, part);
    for (size_t i = 0; written && i < part; i++)
        if (written >> (at % 8 + i) & 1)
            to[i] = ((const uint8_t *)&w->bytes)[at % 8 + i];
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
    if (at >= KP_AT_BELOW) {
        m->bad = outside;
    } else if (at >= KP_AT_GLOBAL) {
        for (size_t i = 0, part; i < n; i += part) {
            part = part_of(at + i, n - i);
            note_word(m, at + i, mask_of(at + i, part));
            read_word(m, at + i, (uint8_t *)to + i, part);
        }
    } else if (at >= KP_AT_LOCAL) {
        if (is_inside(m, at, n, KP_AT_LOCAL, m->n_local))
            memcpy(to, m->local + (at - KP_AT_LOCAL), n);
    } else if (is_inside(m, at, n, KP_AT_SHARED, m->n_shared)) {
        const uint8_t *state = m->is_set + (at - KP_AT_SHARED);

        memcpy(to, m->shared + (at - KP_AT_SHARED), n);
        m->reads_unset |= memchr(state, KP_IS_UNSET, n) != NULL;
        if (m->reads_unset && m->must_be_set)
            m->bad = "it reads shared memory that is not set";
        if (memchr(state, KP_IS_BETWEEN, n))
            m->bad = outside;
    }
}

void kp_memory_write(struct kp_memory *m, uint64_t at, const void *from, size_t n)
{
    if (at >= KP_AT_BELOW) {
        m->bad = outside;
    } else if (at >= KP_AT_GLOBAL) {
        for (size_t i = 0, part; i < n; i += part) {
            part = part_of(at + i, n - i);
            store(m, at + i, (const uint8_t *)from + i, part);
        }
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
