/* Compares a rewritten kernel with its original: both are run on a case's inputs, with several
 * orders of threads and several completion times ("landings") of asynchronous copies. */
#ifndef KP_SIMT_VERIFY_H
#define KP_SIMT_VERIFY_H

#include "build/nvcc.h"
#include "kp_plan.h"
#include "simt/case_launch.h"

/* A loop that kpipe's comments in the rewritten file mark as pipelined: its lines, up to the next
 * one's. */
struct kp_rewritten_loop {
    unsigned first, end, stages;
};

struct kp_verify_options {
    struct kp_nvcc nvcc;
    const char *landing; /* of copies: "late", "random" or "once"; NULL: all */
    unsigned orders; /* number of random orders, in addition to the natural and the reversed one */
    unsigned jobs;
    /* run 0 to `tiles` tiles, at least 0 to 2, and many, if the case names its tile size; -1:
     * stages + 2, or 6 if the stages are not known */
    int tiles;
    unsigned stages; /* the most stages of a rewritten loop; 0: not known */
    const struct kp_rewritten_loop *loops;
    unsigned n_loops;
    struct kp_staged_smem smem; /* of the rewritten kernel, or the only one, by the case's */
    const char *rewritten_text; /* the rewritten file's contents; NULL: read it */
    size_t rewritten_size;
    double seconds; /* per launch */
    bool large;     /* also run the case's large sizes */
};

/* One launch. */
struct kp_check {
    const char *version; /* "original" or "rewritten" */
    const char *sizes, *order, *landing;
    const char *variation; /* "block = 256", "one buffer for A and B"; NULL: the case's launch */
    const char *failure;   /* NULL: passed */
    struct kp_simt_report report;
    double seconds;
};

struct kp_difference {
    const char *array; /* NULL: none */
    size_t index;
    double got, want;
};

struct kp_verdict {
    const char *error; /* why there is no verdict: no nvcc, unsupported instruction, ..; NULL */
    bool passed;
    const char *why;      /* the first failure in one sentence, or NULL */
    bool original_failed; /* .. which is the original's */
    /* if nothing failed but no launch ran enough iterations of a rewritten loop: what to set in the
     * case; else NULL */
    const char *not_exercised;
    KP_VEC(struct kp_check *) checks;
    bool float_atomics;
    bool has_reference;
    /* the first failure, which has the smallest sizes */
    const struct kp_check *failed;
    struct kp_difference difference;
    /* the difference disappears with -fmad=false: nvcc contracts some a * b + c in one version only
     */
    bool contracted;
    const char
        /* arrays that the original needs to be aligned to more than an element, or NULL */
        *aligned;
    /* shared arrays that the original accesses with more bytes than their declared alignment, or
     * NULL. All launches then ran with shared arrays placed as by ptxas */
    const char *undeclared;
    /* a launch that was not run with every order and landing, and why; or NULL */
    const char *shortened;
    /* lines of the rewritten kernel (racecheck: of the original) that never ran, so nothing is
     * shown of them */
    struct kp_simt_lines *never_run;
    size_t n_never_run;
    double worst; /* largest error against the reference, divided by the tolerance */
};

/* Texts about what a run on the CPU cannot show; NULL-terminated. */
extern const char *const kp_not_shown[];

/* How a check was run: "N=64, block = 128, natural order, copies landing late". */
const char *kp_check_way(struct kp_arena *a, const struct kp_check *x);

/* `rewritten` may be NULL: then only the original is checked (racecheck). */
void kp_verify(struct kp_arena *a, struct kp_case *c, const char *original, const char *rewritten,
               const struct kp_verify_options *o, struct kp_verdict *v);

#endif
