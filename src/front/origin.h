/* How a file is compiled, and who says so: a compile_commands.json, the project file, the user. */
#ifndef KP_FRONT_ORIGIN_H
#define KP_FRONT_ORIGIN_H

#include "front/command.h"
#include "rule/config.h"

struct kp_databases; /* those that were read; once for many files */

struct kp_databases *kp_databases_new(struct kp_arena *a);

struct kp_origin_wish {
    const char *database;              /* a folder with a compile_commands.json, or such a file */
    bool no_search;                    /* NULL there: none is looked for */
    const struct kp_config *config;    /* may be NULL */
    const struct kp_flag_lines *lines; /* the user's, after all others; may be NULL */
};

struct kp_origin {
    struct kp_flag_lines lines;
    const char *database;           /* whose entry is used; NULL: none has one */
    const char *like;               /* the file whose entry it is, where it is not this one's */
    bool includes;                  /* .. which includes this one */
    size_t more;                    /* entries that were not used */
    const struct kp_compile *build; /* the entry; NULL */
    const char *ignored;            /* why a database that was found does not count; NULL */
};

/* For the file, or for what is in the working folder ("-", "<stdin>"). Without a database of
 * that name the nearest one is looked for: beside the file and in folders above it, and there in
 * build, build* and out, where it belongs to the user or root and no other user can write to it.
 * False with *error set. */
bool kp_find_origin(struct kp_databases *all, const char *path, const struct kp_origin_wish *wish,
                    struct kp_origin *to, const char **error);

/* The CUDA sources, by their real names, of the database that would be asked for the file. */
void kp_built_sources(struct kp_databases *all, const char *path, const struct kp_origin_wish *wish,
                      struct kp_texts *to);

/* Below the working folder, the name that a user would give. */
const char *kp_name_from_here(struct kp_arena *a, const char *file);

#endif
