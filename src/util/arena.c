#define _GNU_SOURCE
#include "util/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/guard.h"

/* Many arenas live for a short time: each block is twice the one before. */
enum { FIRST_BLOCK = 1 << 15, LARGEST_BLOCK = 1 << 20, ALIGNMENT = 16 };

struct block {
    struct block *prev;
    size_t size; /* of the whole block, header included */
};

struct kp_arena {
    char *at, *end;     /* free part of the newest block */
    struct block *last; /* private arena only */
    size_t used;
    size_t capacity; /* shared arena: bytes of the mapping, which begins at this struct; else 0 */
    struct kp_arena *adopted; /* freed with this one; a list by `next` */
    struct kp_arena *next;
};

static size_t round_up(size_t n)
{
    return (n + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static _Noreturn void out_of_memory(int code)
{
    static const char text[] = "kpipe: error: out of memory\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    kp_guard_clean();
    _exit(code);
}

struct kp_arena *kp_arena_new(void)
{
    struct kp_arena *a = calloc(1, sizeof *a);

    if (!a)
        out_of_memory(KP_EXIT_MEMORY);
    return a;
}

struct kp_arena *kp_arena_new_shared(size_t capacity)
{
    struct kp_arena *a = mmap(NULL, capacity, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (a == MAP_FAILED)
        return NULL;
    a->capacity = capacity;
    a->at = (char *)a + round_up(sizeof *a);
    a->end = (char *)a + capacity;
    return a;
}

void kp_arena_free(struct kp_arena *a)
{
    if (!a)
        return;
    for (struct kp_arena *o = a->adopted, *next; o; o = next) {
        next = o->next;
        kp_arena_free(o);
    }
    if (a->capacity) {
        munmap(a, a->capacity);
        return;
    }
    for (struct block *b = a->last, *prev; b; b = prev) {
        prev = b->prev;
        free(b);
    }
    free(a);
}

void kp_arena_adopt(struct kp_arena *a, struct kp_arena *other)
{
    other->next = a->adopted;
    a->adopted = other;
}

static void grow(struct kp_arena *a, size_t need)
{
    size_t size = need + sizeof(struct block) + ALIGNMENT, least = FIRST_BLOCK;
    struct block *b;

    if (a->capacity || need > SIZE_MAX / 2)
        out_of_memory(a->capacity ? KP_EXIT_ARENA : KP_EXIT_MEMORY);
    if (a->last && a->last->size >= FIRST_BLOCK)
        least = a->last->size >= LARGEST_BLOCK / 2 ? LARGEST_BLOCK : 2 * a->last->size;
    if (size < least)
        size = least;
    b = calloc(1, size); /* large ones are fresh pages, which nobody has to touch */
    if (!b)
        out_of_memory(KP_EXIT_MEMORY);
    b->prev = a->last;
    b->size = size;
    a->last = b;
    a->at = (char *)b + round_up(sizeof *b);
    a->end = (char *)b + size;
}

#ifdef KP_ARENA_APART
/* Each object in a block of its own, at its end: for sanitizers. */
static void *alloc_apart(struct kp_arena *a, size_t size)
{
    struct block *b;

    if (size > SIZE_MAX / 2 || !(b = calloc(1, round_up(sizeof *b) + size)))
        out_of_memory(KP_EXIT_MEMORY);
    b->prev = a->last;
    a->last = b;
    a->used += size;
    return (char *)b + round_up(sizeof *b);
}
#endif

void *kp_alloc(struct kp_arena *a, size_t size)
{
    size_t need = round_up(size ? size : 1);
    void *p;

#ifdef KP_ARENA_APART
    if (!a->capacity)
        return alloc_apart(a, size);
#endif
    if (need < size || !a->at || (size_t)(a->end - a->at) < need)
        grow(a, need < size ? SIZE_MAX : need);
    p = a->at;
    a->at += need;
    a->used += need;
    return p; /* zero: a block is used once */
}

char *kp_strndup(struct kp_arena *a, const char *s, size_t n)
{
    char *d = kp_alloc(a, n + 1);

    memcpy(d, s, n);
    return d;
}

char *kp_strdup(struct kp_arena *a, const char *s)
{
    return kp_strndup(a, s, strlen(s));
}

char *kp_vsprintf(struct kp_arena *a, const char *fmt, va_list ap)
{
    va_list again;
    int n;
    char *s;

    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    s = kp_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
    if (n > 0)
        vsnprintf(s, (size_t)n + 1, fmt, ap);
    return s;
}

char *kp_sprintf(struct kp_arena *a, const char *fmt, ...)
{
    va_list ap;
    char *s;

    va_start(ap, fmt);
    s = kp_vsprintf(a, fmt, ap);
    va_end(ap);
    return s;
}

size_t kp_arena_used(const struct kp_arena *a)
{
    return a->used;
}
