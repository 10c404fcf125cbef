/* The host compiler that a command line chooses, as far as its headers are concerned. */
#ifndef KP_FRONT_HOST_H
#define KP_FRONT_HOST_H

#include <stdbool.h>

#include "util/arena.h"

/* The folder in which the GCC at that path keeps what belongs to it, PREFIX/lib/gcc/TRIPLE/VERSION;
 * libclang finds the C++ headers from there. The name may have a triple in front and a version
 * behind it; several versions without one: the newest. `program` may be a folder with a g++ in it,
 * or a name to be found by PATH. Nothing is run. NULL: there is none, or it is no GCC. In the
 * arena. */
const char *kp_host_folder(struct kp_arena *a, const char *program);

/* The argument of libclang's with that folder, and whether one is that. */
const char *kp_host_arg(struct kp_arena *a, const char *folder);
bool kp_is_of_host(const char *arg);

#endif
