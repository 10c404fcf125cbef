/* Writing results: a file is replaced whole or not touched. */
#ifndef KP_FRONT_WRITE_H
#define KP_FRONT_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* Writes a new file in the folder of `path`, syncs it and renames it over `path`. An existing file
 * keeps its mode and owner (as far as we may set it); a symbolic link stays and what it points to
 * is replaced. False with *error set (in `a`, path included) when `path` is as it was; nothing is
 * left behind then. */
bool kp_write_file(struct kp_arena *a, const char *path, const char *data, size_t size,
                   const char **error);

#endif
