/* Several sources compiled at the same time. */
#ifndef KP_BUILD_PARALLEL_H
#define KP_BUILD_PARALLEL_H

#include "build/nvcc.h"

struct kp_build {
    struct kp_nvcc_source source;
    const char *cubin; /* from here on the outcome; NULL when it cannot be built */
    size_t size;
    struct kp_usages usages;
    const char *error; /* why it cannot be built */
};

/* Compiles them all to machine code, `jobs` at a time (0: kp_build_jobs()), in processes of their
 * own. One that cannot be built says so in its `error`; the others are built all the same. */
void kp_build_all(struct kp_arena *a, const struct kp_nvcc *nvcc, struct kp_build *v, size_t n,
                  size_t jobs);

/* As many compilers as there are processors and as fit into the memory that is free. */
size_t kp_build_jobs(void);

/* Is that error the compiler's word on the text, and not the system's on files, time or memory? */
bool kp_build_is_refused(const char *error);

/* The one line of a compiler's message that says most: the first with an error in it. */
const char *kp_build_line(struct kp_arena *a, const char *error);

#endif
