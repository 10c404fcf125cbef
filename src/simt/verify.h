/* Is a rewritten kernel the same as its original? Both are run on a case's inputs under several
 * orders of threads and landings of copies. */
#ifndef KP_SIMT_VERIFY_H
#define KP_SIMT_VERIFY_H

#include "build/nvcc.h"
#include "simt/case_launch.h"

/* A loop that the rewritten file says is pipelined: its lines, up to the next one's. */
struct kp_rewritten_loop {
    unsigned first, end, stages;
};

struct kp_verify_options {
    struct kp_nvcc nvcc;
    const char *landing; /* of copies: "late", "random" or "once"; NULL: all of them */
    unsigned orders;     /* shuffled orders beside the natural and the reversed one */
    unsigned jobs;
    int tiles; /* run tile counts 0 .. tiles, at least 0 .. 2, where the case names its tile size;
                  -1: stages + 2, or 6 where the stages are not known. Many tiles are run, too */
    unsigned stages; /* of the rewritten loops, the most; 0: not known */
    const struct kp_rewritten_loop *loops;
    unsigned n_loops;
    /* The rewritten kernel, or the only one, has the case's dynamic shared memory so many times,
     * each a multiple of 128 bytes, if it asks for its size; 0: once. */
    unsigned smem_stages;
    unsigned smem_bytes; /* and so much more of it, for tiles that are static in the original */
    const char *rewritten_text; /* the rewritten file's contents; NULL: read it */
    size_t rewritten_size;
    double seconds; /* per launch */
    bool large;     /* the case's large sizes too */
};

/* Is there a landing of that name? */
bool kp_verify_knows_landing(const char *name);

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
    const char *error; /* nothing could be said: no nvcc, unsupported instruction, ... */
    bool passed;
    const char *why;      /* the first failure in one sentence, or NULL */
    bool original_failed; /* ... and it is the original's */
    /* nothing failed, but no launch went round what was rewritten: what of the case to set */
    const char *not_exercised;
    KP_VEC(struct kp_check *) checks;
    bool float_atomics;
    bool has_reference;
    /* of the first failure, which is the one of the smallest size */
    const struct kp_check *failed;
    struct kp_difference difference;
    /* it is gone with -fmad=false: nvcc makes one operation of some a * b + c in one version only
     */
    bool contracted;
    const char
        *aligned; /* arrays that the original needs aligned to more than an element, or NULL */
    const char *undeclared; /* shared arrays that the original accesses by more bytes at once than
                               they are declared to be aligned to, or NULL: all launches then ran
                               with shared arrays as ptxas places them */
    const char *shortened;  /* a launch that did not run in every way, and why; or NULL */
    /* of the rewritten kernel (racecheck: of the original): nothing was shown of them */
    struct kp_simt_lines *never_run;
    size_t n_never_run;
    double worst; /* largest error against the reference, in units of the tolerance */
};

/* What a run on the CPU cannot show, in words; NULL-terminated. */
extern const char *const kp_not_shown[];

/* "N=64, block = 128, natural order, copies landing late" */
const char *kp_check_way(struct kp_arena *a, const struct kp_check *x);

/* `rewritten` may be NULL: then only the original is checked (racecheck). */
void kp_verify(struct kp_arena *a, struct kp_case *c, const char *original, const char *rewritten,
               const struct kp_verify_options *o, struct kp_verdict *v);

#endif
