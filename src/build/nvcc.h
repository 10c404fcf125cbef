/* nvcc, run safely: in a private folder, on a copy of the source, with those of the user's
 * arguments that say what the source means and how it is optimised. nvcc hands its command line to
 * a shell, so nothing that a file or an argument says reaches it as it is: names become links of
 * ours, defines become a header, and what is left are options of a list, made of harmless
 * characters. */
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
    const struct kp_via *via; /* of a header: the source that is compiled, with what is to be
                                 compiled in the header's place; NULL: a source */
    double seconds;           /* time limit; 0: 300 */
};

/* What is compiled. */
struct kp_nvcc_source {
    const char *path; /* as reports name it; headers beside it are found */
    const char *text; /* what to compile in its place; NULL: the file's own text */
    size_t size;      /* of text */
    const char *more; /* what is behind it; may be NULL */
};

/* One kernel as ptxas made it. Bytes; spills are those of all stores and loads in its text. */
struct kp_usage {
    const char *kernel; /* mangled */
    int registers;      /* per thread */
    int stack, spill_stores, spill_loads;
    int smem; /* static, per block */
};

KP_VEC_TYPE(kp_usages, struct kp_usage);

/* The PTX of a CUDA file (or of one that is PTX already), in the arena; NULL and a message. `temp`
 * is a folder of kp_temp_new(). Places in it name the source's path, see kp_nvcc_is_place().
 */
char *kp_nvcc_ptx(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                  const struct kp_nvcc_source *source, size_t *size, const char **error);

/* The same down to machine code, with a line table, and what each kernel takes. `usage` may be
 * NULL.
 */
char *kp_nvcc_cubin(struct kp_arena *a, const struct kp_nvcc *nvcc, const char *temp,
                    const struct kp_nvcc_source *source, struct kp_usages *usage, size_t *size,
                    const char **error);

/* What an earlier kp_nvcc_cubin() has left in `temp`. */
char *kp_nvcc_built(struct kp_arena *a, const char *temp, struct kp_usages *usage, size_t *size,
                    const char **error);

/* Is that how the compiled file's line table names the source? It is in the folder where nvcc
 * ran, which a result of the cache has from an earlier run. */
bool kp_nvcc_is_place(struct kp_arena *a, const char *place, const char *path);

#endif
