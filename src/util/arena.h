/* A region allocator: all data about one input file are in one arena and are freed together.
 *
 * An arena may be "shared": its memory is a MAP_SHARED mapping of fixed address, so that a child
 * process made by fork() can build structures in it and the parent reads them by the same pointers
 * after the child has ended. A shared arena has a fixed capacity; exceeding it ends the allocating
 * process with KP_EXIT_ARENA. When that is the child, the parent gets an error. */
#ifndef KP_UTIL_ARENA_H
#define KP_UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct kp_arena;

/* Exit codes of a process that exceeded a shared arena, and of one that ran out of memory. */
#define KP_EXIT_ARENA 77
#define KP_EXIT_MEMORY 2

/* A private, growing arena. Never returns NULL: running out of memory ends the process. */
struct kp_arena *kp_arena_new(void);
/* A shared arena of at most `capacity` bytes (address space only; pages are committed on use).
 * NULL when the mapping fails. */
struct kp_arena *kp_arena_new_shared(size_t capacity);
void kp_arena_free(struct kp_arena *a);
/* Makes kp_arena_free(a) free `other`, too. */
void kp_arena_adopt(struct kp_arena *a, struct kp_arena *other);

/* Zeroed memory, aligned for any type. */
void *kp_alloc(struct kp_arena *a, size_t size);
#define kp_new(a, T) ((T *)kp_alloc((a), sizeof(T)))
#define kp_new_array(a, T, n) ((T *)kp_alloc((a), sizeof(T) * (n)))

char *kp_strndup(struct kp_arena *a, const char *s, size_t n);
char *kp_strdup(struct kp_arena *a, const char *s);
char *kp_sprintf(struct kp_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *kp_vsprintf(struct kp_arena *a, const char *fmt, va_list ap);

/* Bytes handed out so far. */
size_t kp_arena_used(const struct kp_arena *a);

#endif
