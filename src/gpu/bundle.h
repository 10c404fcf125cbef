/* A bundle: the files that the GPU's machine needs to measure. It is sent as a folder or as a ustar
 * archive. */
#ifndef KP_GPU_BUNDLE_H
#define KP_GPU_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/vec.h"

/* A file of the bundle. kpipe chooses the names: one word, no folder. */
struct kp_bundle_file {
    const char *name;
    const void *data; /* not copied */
    size_t size;
    bool executable;
};

struct kp_bundle {
    struct kp_arena *arena;
    KP_VEC(struct kp_bundle_file) files;
    const char *runner; /* the local path of the runner, which is one of the files */
};

void kp_bundle_add(struct kp_bundle *b, const char *name, const void *data, size_t size,
                   bool executable);
/* Writes the files into a folder, which is created if needed. NULL or a message. */
const char *kp_bundle_write(const struct kp_bundle *b, const char *folder);
/* The archive, in the arena. */
char *kp_bundle_tar(const struct kp_bundle *b, size_t *size);

#endif
