/* Where the build of a project gives a macro that a source does not define. */
#ifndef KP_FRONT_BUILD_GIVES_H
#define KP_FRONT_BUILD_GIVES_H

#include "kp.h"

/* The first `-DNAME` in the text of a build file (CMake, Make, Meson, Python) in the folder of the
 * source or in one above it, up to the project's. The text is not evaluated: the value may be an
 * expression of the file's language. */
struct kp_build_gives {
    const char *path; /* as messages show it; NULL: there is none */
    unsigned line;
    const char *word; /* "-DNAME=VALUE" as it is written there, up to a blank, quote or bracket */
};
struct kp_build_gives kp_build_gives(struct kp_unit *u, const char *name);

#endif
