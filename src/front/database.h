/* compile_commands.json: how a project's build compiles its files. */
#ifndef KP_FRONT_DATABASE_H
#define KP_FRONT_DATABASE_H

#include <stdbool.h>

#include "front/command.h"

struct kp_database_entry {
    const char *file;    /* absolute, without . and .. */
    const char *folder;  /* absolute */
    const char *command; /* NULL where it comes as words */
    const char *const *words;
    const struct kp_compile *line; /* computed on first use, kp_database_line() */
};

struct kp_database {
    const char *path; /* of the file, as users know it */
    KP_VEC(struct kp_database_entry) entries;
    struct kp_includes *includes; /* computed on first use */
};

/* NULL with *error set. */
struct kp_database *kp_database_read(struct kp_arena *a, const char *path, const char **error);

const struct kp_compile *kp_database_line(struct kp_arena *a, struct kp_database_entry *e);

bool kp_database_is_cuda(struct kp_arena *a, struct kp_database_entry *e);

/* The first entry for the file (absolute, real); NULL. *more: how many others there are. */
struct kp_database_entry *kp_database_find(struct kp_database *d, const char *file, size_t *more);

/* An entry that is likely to fit a file without one: of the nearest source that includes it
 * (*includes is true), else of the source that is nearest. CUDA sources alone count; NULL without
 * one. */
struct kp_database_entry *kp_database_guess(struct kp_arena *a, struct kp_database *d,
                                            const char *file, bool *includes);

/* Without . and .., by its letters alone. */
const char *kp_path_normal(struct kp_arena *a, const char *folder, const char *path);

#endif
