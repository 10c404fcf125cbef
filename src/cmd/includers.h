/* The sources that include a header, and how they are compiled. */
#ifndef KP_CMD_INCLUDERS_H
#define KP_CMD_INCLUDERS_H

#include "cmd/compiled.h"

struct kp_project; /* the sources of a project, read once */

/* Of a header with device code: what --from names, else the sources of the database that include
 * it, else those of the project, which is the folder of the nearest .kpipe.ini or .git. Any other
 * file has none. NULL: there is none. Said once, where `path` is all that is asked for. NULL with
 * *error set where --from names what cannot be read. */
const struct kp_includers *kp_find_includers(struct kp_settings *s, const char *path,
                                             const struct kp_origin *origin, const char **error);

/* The folder of the nearest .kpipe.ini or .git at or above a file of that real name, else its own.
 */
const char *kp_project_root(struct kp_arena *a, const char *path);

/* Somebody else's: in a folder that the build names with -isystem. */
bool kp_is_of_system(struct kp_arena *a, const char *path, const struct kp_args *args);

/* By its name a header, and it holds device code: else there is nothing to see from anywhere. */
bool kp_is_device_header(struct kp_arena *a, const char *path);

#endif
