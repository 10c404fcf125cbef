/* Files compiled into the program: the CUDA prelude, the rules, the long texts of the diagnostics.
 * tools/embed.py writes the table during the build. */
#ifndef KP_UTIL_EMBED_H
#define KP_UTIL_EMBED_H

#include <stddef.h>

struct kp_embedded {
    const char *name; /* last part of the path: "prelude.h", "targets.ini" */
    const char *data; /* NUL-terminated */
    size_t size;      /* without the NUL */
};

extern const struct kp_embedded kp_embedded_files[];
extern const size_t kp_embedded_count;

/* The text of an embedded file; NULL when there is none of that name. */
const char *kp_embedded(const char *name);

#endif
