/* nvcc, run safely. */
#ifndef KP_BUILD_NVCC_H
#define KP_BUILD_NVCC_H

#include "util/arena.h"

struct kp_nvcc {
    const char *program; /* NULL: nvcc */
    const char *arch;    /* NULL: sm_86 */
};

/* The PTX of a CUDA file (or of one that is PTX already), in the arena; NULL and a message. `temp`
 * is a folder of kp_temp_new(). */
char *kp_nvcc_ptx(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                  const char *source, size_t *size, const char **error);

#endif
