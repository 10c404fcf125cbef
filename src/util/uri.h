/* Paths as URIs. */
#ifndef KP_UTIL_URI_H
#define KP_UTIL_URI_H

#include "util/arena.h"

/* A path with everything escaped that a URI's path may not have; arena-owned. */
const char *kp_uri_escape(struct kp_arena *a, const char *path);

/* The absolute path that a file URI of this machine names; NULL: it is no such URI. */
const char *kp_path_of_uri(struct kp_arena *a, const char *uri);

#endif
