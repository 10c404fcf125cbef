/* Builds versions of a kernel on this machine and measures them on a GPU, which may be on another
 * one. */
#ifndef KP_GPU_BENCH_H
#define KP_GPU_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "build/nvcc.h"
#include "case/case.h"
#include "gpu/bundle.h"
#include "gpu/result.h"
#include "kp_plan.h"

/* Limits of kpipe-runner. */
enum { KP_BENCH_MAX_RUNS = 1000, KP_BENCH_MAX_VERSIONS = 256 };

struct kp_bench_version {
    const char *label;        /* its name in tables */
    const char *path;         /* the source */
    const char *text;         /* the text to compile; NULL: the file's own */
    size_t size;              /* of text */
    struct kp_case_text smem; /* bytes of dynamic shared memory; none: as the case says */
    /* its results are wrong on purpose and are not compared; only its time is measured */
    bool unchecked;
    /* half: "compute" or "load" if this is one half of the version labelled `of` (NULL: of all
     * versions but the first); NULL: a whole version */
    const char *half, *of;
    const char *cubin; /* this and the fields below are set by kp_bench_build() */
    size_t cubin_size;
    const char *symbol; /* the kernel's mangled name */
    struct kp_usage usage;
};

/* A version that cannot be built; the others are measured without it. */
struct kp_bench_failure {
    const char *label, *why;
};

struct kp_bench {
    struct kp_arena *arena;
    struct kp_case *c;
    struct kp_nvcc nvcc;                      /* its arch must be set before building */
    KP_VEC(struct kp_bench_version) versions; /* the first is the original */
    /* set by kp_bench_build(), which removes them from versions */
    KP_VEC(struct kp_bench_failure) failed;
    unsigned jobs;     /* compilers at a time; 0: kp_build_jobs() */
    bool small;        /* time the small sizes, not the large ones */
    bool tolerance;    /* results are compared within the case's tolerance, not bit for bit */
    bool no_reference; /* do not compare with the CPU reference */
    bool progress;     /* the runner reports its progress on standard error */
    unsigned runs;     /* timed rounds; 0: check only */
    double limit;      /* limit of a launch, in seconds */
    double warm_up;    /* seconds of launches that are not timed */
    double budget;     /* seconds of timing after which no further round begins */
    /* above 0: a ratio such as 1.01; a version is no longer timed once it is known whether it needs
     * more than `tell` times the fastest version's time. 0: all rounds are timed */
    double tell;
};

/* Compiles every version for b->nvcc.arch. Those that cannot be built are moved from `versions` to
 * `failed`. NULL, or why the original cannot be built. */
const char *kp_bench_build(struct kp_bench *b);
/* Makes the bundle of the built versions: plan, cubins, files, the runner. Without versions, the
 * runner only reports its machine. */
const char *kp_bench_bundle(struct kp_bench *b, struct kp_bundle *to);

/* The dynamic shared memory of a version made by kpipe, of the case. */
struct kp_case_text kp_bench_smem(struct kp_arena *a, const struct kp_case *c,
                                  const struct kp_staged_smem *staged);
/* Runs a bundle on this machine (`runner` NULL) or with a command, such as `ssh host`, that runs
 * its arguments on another machine with the same standard input. *json is the unchanged answer.
 * NULL, or why there is none. */
const char *kp_bench_run(const struct kp_bundle *b, const char *runner, char **json, size_t *size);

/* Asks the runner for its machine; false with *error set when no GPU is found. */
bool kp_bench_machine(struct kp_arena *a, const char *runner, struct kp_gpu_machine *to,
                      const char **error);
/* The architecture of the runner's GPU, "sm_90"; NULL with *error set on failure. */
const char *kp_bench_arch(struct kp_arena *a, const char *runner, const char **error);

#endif
