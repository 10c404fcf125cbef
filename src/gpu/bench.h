/* Versions of a kernel, built here and measured on a GPU that may be elsewhere. */
#ifndef KP_GPU_BENCH_H
#define KP_GPU_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "build/nvcc.h"
#include "case/case.h"
#include "gpu/bundle.h"
#include "gpu/result.h"

/* What a runner takes. */
enum { KP_BENCH_MAX_RUNS = 1000, KP_BENCH_MAX_VERSIONS = 256 };

struct kp_bench_version {
    const char *label;        /* in tables */
    const char *path;         /* the source */
    const char *text;         /* in its place; NULL: what the file holds */
    size_t size;              /* of text */
    struct kp_case_text smem; /* bytes of dynamic shared memory; none: as the case says */
    bool unchecked;           /* wrong on purpose: only its time is wanted */
    const char *half, *of;    /* "compute" or "load" of the version with that label (NULL: of all
                                    but the first), alone; or half is NULL */
    const char *cubin;        /* from here on by kp_bench_build() */
    size_t cubin_size;
    const char *symbol; /* the kernel's mangled name */
    struct kp_usage usage;
};

/* A version that cannot be built: the others are measured without it. */
struct kp_bench_failure {
    const char *label, *why;
};

struct kp_bench {
    struct kp_arena *arena;
    struct kp_case *c;
    struct kp_nvcc nvcc;                      /* its arch must be set before building */
    KP_VEC(struct kp_bench_version) versions; /* the first is the original */
    KP_VEC(struct kp_bench_failure) failed;   /* by kp_bench_build(): no longer among versions */
    unsigned jobs;                            /* compilers at a time; 0: kp_build_jobs() */
    bool small;                               /* time the small sizes, not the large ones */
    bool tolerance;    /* the original's results need not be met bit for bit */
    bool no_reference; /* do not compare with the CPU reference */
    bool progress;     /* the runner says on standard error what it does */
    unsigned runs;     /* timed rounds; 0: check only */
    double limit;      /* seconds that a launch may take */
    double warm_up;    /* seconds of launches that are not timed */
    double budget;     /* seconds after which no further round begins */
    double tell; /* above 0: a version is timed no longer than it takes to tell whether it needs
                    more than so many times the fastest's time (1.01); 0: every round */
};

/* Compiles every version for b->nvcc.arch. Those that cannot be built go from `versions` to
 * `failed`. NULL, or why the original is not there. */
const char *kp_bench_build(struct kp_bench *b);
/* The bundle of what was built: plan, cubins, files, the runner. With no versions it asks what the
 * machine has. */
const char *kp_bench_bundle(struct kp_bench *b, struct kp_bundle *to);

/* Bytes of dynamic shared memory of a version that kpipe made: `stages` times what the case gives
 * (0: once), and `more` besides. */
struct kp_case_text kp_bench_smem(struct kp_arena *a, const struct kp_case *c, unsigned stages,
                                  unsigned more);
/* Runs a bundle: on this machine (`runner` NULL), or by a command that starts its arguments
 * elsewhere with our standard input, `ssh host` for one. *json is the answer as it came. NULL, or
 * why there is none. */
const char *kp_bench_run(const struct kp_bundle *b, const char *runner, char **json, size_t *size);

/* What the runner's machine has; false and a message when no GPU answers. */
bool kp_bench_machine(struct kp_arena *a, const char *runner, struct kp_machine *to,
                      const char **error);
/* The architecture of the runner's GPU, "sm_90"; NULL and a message. */
const char *kp_bench_arch(struct kp_arena *a, const char *runner, const char **error);

#endif
