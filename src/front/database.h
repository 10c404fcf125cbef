/* compile_commands.json: how a project's build compiles its files. */
#ifndef KP_FRONT_DATABASE_H
#define KP_FRONT_DATABASE_H

#include <stdbool.h>

#include "front/command.h"

struct kp_database_entry {
    const char *file;    /* absolute, without . and .. */
    const char *folder;  /* absolute */
    const char *command; /* NULL: the entry has `words` instead */
    const char *const *words;
    const struct kp_compile *line; /* computed on first use, kp_database_line() */
};

struct kp_database {
    const char *path; /* path of the file, as messages show it */
    KP_VEC(struct kp_database_entry) entries;
    struct kp_includes *includes; /* computed on first use */
};

/* Reads a compile_commands.json; NULL with *error set on failure. */
struct kp_database *kp_database_read(struct kp_arena *a, const char *path, const char **error);

/* The same, but NULL without an error, however the file is written, where nothing in it can be
 * CUDA. */
struct kp_database *kp_database_read_cuda(struct kp_arena *a, const char *path, const char **error);

const struct kp_compile *kp_database_line(struct kp_arena *a, struct kp_database_entry *e);

bool kp_database_is_cuda(struct kp_arena *a, struct kp_database_entry *e);

/* The next entry for the file (an absolute real path) behind `last`, the first one for NULL; NULL
 * when there is none. */
struct kp_database_entry *kp_database_next(struct kp_database *d, const char *file,
                                           const struct kp_database_entry *last);

/* For a file without an entry, the entry of the nearest CUDA source that includes it (*includes is
 * true), else of the nearest CUDA source; NULL when there is none. */
struct kp_database_entry *kp_database_guess(struct kp_arena *a, struct kp_database *d,
                                            const char *file, bool *includes);

/* The path without . and .., computed without reading the file system; a relative one begins in
 * `folder`. */
const char *kp_path_normal(struct kp_arena *a, const char *folder, const char *path);

#endif
