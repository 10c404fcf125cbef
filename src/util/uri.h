/* Paths as URIs. */
#ifndef KP_UTIL_URI_H
#define KP_UTIL_URI_H

#include "util/arena.h"

/* A path with all characters escaped that are not allowed in a URI's path; in the arena. */
const char *kp_uri_escape(struct kp_arena *a, const char *path);

/* The absolute path named by a file URI of this machine; NULL for other URIs. */
const char *kp_path_of_uri(struct kp_arena *a, const char *uri);

#endif
