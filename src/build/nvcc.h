/* Runs nvcc safely: in a private folder, on a copy of the source, with those user arguments that
 * affect the source's meaning and optimisation. nvcc passes its command line to a shell, so no text
 * from a file or an argument reaches it unchanged: paths become links that kpipe names, -D becomes
 * a header, and the remaining options come from a list and consist of harmless characters. */
#ifndef KP_BUILD_NVCC_H
#define KP_BUILD_NVCC_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/vec.h"

struct kp_flag_lines;
struct kp_via;

struct kp_nvcc {
    const char *program;               /* NULL: nvcc where kp_find_tool() finds it */
    const char *arch;                  /* NULL: sm_86 */
    const struct kp_flag_lines *flags; /* NULL: none */
    /* when the file is a header: the source to compile, and the text that replaces the header;
     * NULL: the file is a source */
    const struct kp_via *via;
    double seconds; /* time limit; 0: 300 */
};

/* What is compiled. */
struct kp_nvcc_source {
    const char *path; /* as reports name it; headers beside it are found */
    const char *text; /* the text to compile; NULL: the file's own */
    size_t size;      /* of text */
    const char *more; /* text appended to it; may be NULL */
};

/* The resources of one kernel, as ptxas reports them. Sizes in bytes; spills are the sum over the
 * kernel's spill instructions. */
struct kp_usage {
    const char *kernel; /* mangled */
    int registers;      /* per thread */
    int spill_stores, spill_loads;
    int smem; /* static, per block */
};

KP_VEC_TYPE(kp_usages, struct kp_usage);

/* The kernels' mangled names, in order. */
const char **kp_usage_names(struct kp_arena *a, const struct kp_usages *usages);

/* The PTX of a CUDA file (or of one that is PTX already), in the arena; NULL and a message. `temp`
 * is a folder of kp_temp_new(). How its line table names the source: see kp_nvcc_is_place(). */
char *kp_nvcc_ptx(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                  const struct kp_nvcc_source *source, size_t *size, const char **error);

/* The machine code of a CUDA file with a line table, and each kernel's resources. `usage` may be
 * NULL. */
char *kp_nvcc_cubin(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                    const struct kp_nvcc_source *source, struct kp_usages *usage, size_t *size,
                    const char **error);

/* The result of an earlier kp_nvcc_cubin() in `temp`. */
char *kp_nvcc_built(struct kp_arena *a, const char *temp, struct kp_usages *usage, size_t *size,
                    const char **error);

/* True if `place` is how a compiled file's line table names the source `path`: a path in the folder
 * where nvcc ran, which is that of an earlier run when the result is from the cache. */
bool kp_nvcc_is_place(struct kp_arena *a, const char *place, const char *path);

#endif
