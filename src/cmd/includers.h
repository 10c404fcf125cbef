/* The sources that include a header, and how they are compiled. */
#ifndef KP_CMD_INCLUDERS_H
#define KP_CMD_INCLUDERS_H

#include "cmd/compiled.h"

struct kp_project; /* the sources of a project, read once */

/* The ways in which the file `path` is compiled, where there are several: the entries that a
 * database has for it, or for a header with device code the sources that include it: those that
 * --from names, else those of the database, else those below the project's folder, which is that of
 * the nearest .kpipe.ini or .git. NULL for other files and when there are none. If `path` is the
 * only operand, a note names them. NULL with *error set when a file of --from cannot be read. */
const struct kp_includers *kp_find_includers(struct kp_settings *s, const char *path,
                                             const struct kp_origin *origin, const char **error);

/* The folder of the nearest .kpipe.ini or .git at or above the file `path` (a real path), else its
 * own folder. */
const char *kp_project_root(struct kp_arena *a, const char *path);

/* True if the file is below a folder that the build names with -isystem: it is not the project's
 * own. */
bool kp_is_of_system(struct kp_arena *a, const char *path, const struct kp_args *args);

/* True if the file has a header's name and may contain device code; `args` are arguments for
 * libclang. */
bool kp_is_device_header(struct kp_arena *a, const char *path, const struct kp_args *args);

#endif
