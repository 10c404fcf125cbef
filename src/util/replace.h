/* Writing files atomically: a file is replaced as a whole or not changed. */
#ifndef KP_UTIL_REPLACE_H
#define KP_UTIL_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

struct kp_replacement {
    const char *path;
    const char *data;
    size_t size;
    /* The contents that the file must still have; NULL: any. */
    const char *was;
    size_t was_size;
    bool is_kept_only; /* a cache file, which can be made again: not synced, mode 0600 */
};

/* Writes a new file in the folder of `path`, syncs it and renames it over `path`. An existing file
 * keeps its owner, mode, access list and extended attributes, or is not replaced; a symbolic link
 * stays and what it points to is replaced. False with *error set (in `a`, with the path) when
 * `path` was not changed; no other file remains then. */
bool kp_replace_file(struct kp_arena *a, const struct kp_replacement *r, const char **error);

/* The same, whatever the file contains before. */
bool kp_write_file(struct kp_arena *a, const char *path, const char *data, size_t size,
                   const char **error);

#endif
