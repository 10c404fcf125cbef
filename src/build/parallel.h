/* Several sources compiled at the same time. */
#ifndef KP_BUILD_PARALLEL_H
#define KP_BUILD_PARALLEL_H

#include "build/nvcc.h"

struct kp_build {
    struct kp_nvcc_source source;
    const char *cubin; /* this and the fields below are the result; NULL: it cannot be built */
    size_t size;
    struct kp_usages usages;
    const char *error; /* why it cannot be built */
};

/* Compiles n sources to machine code, `jobs` at a time (0: kp_build_jobs()), each in its own
 * process. A source that cannot be built has its `error` set and does not affect the others. */
void kp_build_all(struct kp_arena *a, const struct kp_nvcc *nvcc, struct kp_build *v, size_t n,
                  size_t jobs);

/* The number of compilers to run at a time: one per processor, as far as free memory allows. */
size_t kp_build_jobs(void);

/* True if `error` is the compiler's, about the text; false if it is about files, time or memory. */
bool kp_build_is_refused(const char *error);

/* The first line with an error in a compiler's output. */
const char *kp_build_line(struct kp_arena *a, const char *error);

#endif
