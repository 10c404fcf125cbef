/* What the system gives: whole files, the time, processors, memory that children share. */
#ifndef KP_UTIL_SYSTEM_H
#define KP_UTIL_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* The whole file, NUL-terminated; NULL when it cannot be read (errno says why). */
char *kp_read_file(struct kp_arena *a, const char *path, size_t *size);

/* A plain file of so many bytes at most, opened with these flags too; NULL: it is no such file. */
char *kp_read_plain(struct kp_arena *a, const char *path, int flags, size_t most);

/* Seconds of a clock that only goes forward. */
double kp_now(void);

/* Processors that are switched on, at least 1. */
size_t kp_processors(void);

/* Bytes that could be used without swapping; 0 when the system does not say. */
size_t kp_memory_available(void);

/* Bytes of addresses that this process has now; 0 when the system does not say. */
size_t kp_address_space(void);

/* Zeroed pages that this process and its future children see alike; NULL when there are none.
 * munmap gives them back. */
void *kp_map_shared(size_t size);

/* Whose word a file is, is that of whoever can write to it: this user's or root's, and nobody
 * else's (but the user's own group's)? */
struct stat;
bool kp_is_trusted(const struct stat *st);

#endif
