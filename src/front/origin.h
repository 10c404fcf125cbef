/* The compiler options of a file and their origin: a compile_commands.json, the project file, the
 * command line. */
#ifndef KP_FRONT_ORIGIN_H
#define KP_FRONT_ORIGIN_H

#include "front/command.h"
#include "rule/config.h"

struct kp_databases; /* a cache of the databases that were read */

struct kp_databases *kp_databases_new(struct kp_arena *a);

struct kp_origin_request {
    const char *database; /* a folder with a compile_commands.json, or such a file */
    bool no_search;       /* if `database` is NULL, none is searched for, and nothing is guessed */
    const struct kp_config *config; /* may be NULL */
    /* options of the command line, which come last; may be NULL */
    const struct kp_flag_lines *lines;
};

/* One of the command lines by which a build compiles a file. */
struct kp_command_line {
    struct kp_flag_lines lines;
    const char *name; /* "entry 2 of build/compile_commands.json" */
};

struct kp_origin {
    struct kp_flag_lines lines;
    /* where the database has several entries for the file that differ: each, the first of which has
     * `lines`; else empty */
    KP_VEC(struct kp_command_line) builds;
    const char *database; /* the database whose entry is used; NULL: none */
    const char *like;     /* the file whose entry it is, if it is not this one; else NULL */
    bool includes;        /* that file includes this one */
    const struct kp_compile *build; /* the entry, with the architectures of all; NULL: none */
    struct kp_texts guessed; /* folders of headers that nobody names, as messages show them */
    const char *ignored;     /* why a database that was found is not used; NULL: it is */
};

/* Finds the options for the file; for "-" and "<stdin>", those of a file in the working folder.
 * Unless `request` names a database, the nearest one is searched for: in the folder of the file and
 * the folders above it, and in build, build* and out there. It must belong to the user or root and
 * not be writable by other users. Without an entry of its own, a file whose headers are not found
 * gets folders that front/guess.h guesses. False with *error set on failure. */
bool kp_find_origin(struct kp_databases *all, const char *path,
                    const struct kp_origin_request *request, struct kp_origin *to,
                    const char **error);

/* The real paths of the CUDA sources in the database that kp_find_origin() would use for the file.
 */
void kp_built_sources(struct kp_databases *all, const char *path,
                      const struct kp_origin_request *request, struct kp_texts *to);

/* The path relative to the working folder if the file is below it; else the path itself. */
const char *kp_name_from_here(struct kp_arena *a, const char *file);

#endif
