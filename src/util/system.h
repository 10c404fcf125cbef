/* System services: reading files, time, processors, memory shared with children. */
#ifndef KP_UTIL_SYSTEM_H
#define KP_UTIL_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* The contents of a file, NUL-terminated; NULL with errno when it cannot be read. */
char *kp_read_file(struct kp_arena *a, const char *path, size_t *size);

/* The contents of a regular file of at most `most` bytes, opened with additional flags; NULL for
 * any other file. */
char *kp_read_plain(struct kp_arena *a, const char *path, int flags, size_t most);

/* The time in seconds of a monotonic clock. */
double kp_now(void);

/* The processor time in seconds of this process, all threads together. */
double kp_processor_time(void);

/* The number of online processors, at least 1. */
size_t kp_processors(void);

/* The bytes of memory that can be used without swapping; 0: not known. */
size_t kp_memory_available(void);

/* True for a regular file, or a link to one. */
bool kp_is_file(const char *path);
/* True if both paths lead to the same file, which is there. */
bool kp_is_same_file(const char *a, const char *b);

/* The size in bytes of this process's address space; 0: not known. */
size_t kp_address_space(void);

/* Zeroed pages shared with children forked later; NULL on failure. Freed by munmap(). */
void *kp_map_shared(size_t size);

/* True if only this user or root, or the user's own group, can write to the file. */
struct stat;
bool kp_is_trusted(const struct stat *st);

#endif
