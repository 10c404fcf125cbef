/* A cache of the findings of a file. The key is everything that they depend on: the file's text,
 * what it includes, the options, and the kpipe program. */
#ifndef KP_CMD_REMEMBER_H
#define KP_CMD_REMEMBER_H

#include "build/cache.h"
#include "cmd/flags.h"

struct kp_remembered {
    struct kp_cache_key key;
    const char *text; /* of the file; NULL: it is none that is remembered */
    size_t size;
    struct timespec beginning;
};

/* Fetches the texts that were stored for the file, the options `o` and `what` (the command and its
 * output format). False when there are none; `m` is then to be passed to kp_remember(). */
bool kp_recall(const struct kp_settings *s, const struct kp_options *o, const char *path,
               const char *what, struct kp_remembered *m, struct kp_kept *to);
/* Stores the texts; called after the passes. If these have read another text than the one that was
 * looked up, nothing is stored. */
void kp_remember(const struct kp_remembered *m, const struct kp_unit *u,
                 const struct kp_kept *what);

#endif
