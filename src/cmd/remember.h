/* What was found in a file, kept under all that it rests on: the file's text, what it includes, the
 * options, kpipe itself. */
#ifndef KP_CMD_REMEMBER_H
#define KP_CMD_REMEMBER_H

#include "build/cache.h"
#include "cmd/flags.h"

struct kp_memory {
    struct kp_cache_key key;
    struct timespec beginning;
};

/* The file's texts for `what`, the command and its way to talk, with options that are those of the
 * file. False when there are none; `m` is for kp_remember() then. */
bool kp_recall(const struct kp_settings *s, const struct kp_options *o, const char *path,
               const char *what, struct kp_memory *m, struct kp_kept *to);
/* After the passes. */
void kp_remember(const struct kp_memory *m, const struct kp_unit *u, const struct kp_kept *what);

#endif
