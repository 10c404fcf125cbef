/* `kpipe tune`: every plan that is worth a try, proven, measured, and the fastest of them. */
#ifndef KP_TUNE_H
#define KP_TUNE_H

#include "gpu/bench.h"
#include "gpu/result.h"
#include "kp.h"
#include "simt/verify.h"

/* One plan for all loops of the file (a loop that it does not fit gets the plan from the source).
 */
struct kp_try {
    const char *label; /* "cp.async, ring of 3" */
    struct kp_wish wish;
    struct kp_unit *unit;
    const char *dropped;               /* why it was not measured, or NULL */
    bool proven;                       /* on the CPU */
    struct kp_built built;             /* by kp_tune_build() */
    struct kp_measured_version figure; /* as measured; status KP_MEASURED_NOT until then */
};

struct kp_tune {
    struct kp_arena *arena;
    const struct kp_unit *source; /* the original, read; what its options ask for narrows the choice
                                   */
    struct kp_case *c;
    struct kp_bench bench; /* case, compiler, times; versions are filled in */
    bool no_proof;
    bool predict; /* measure nothing: kp_tune_predict() in the place of all that follows */
    bool bound;   /* measure either half of every plan alone, too */
    KP_VEC(struct kp_bench_version) besides;           /* measured with the plans, never chosen */
    void (*progress)(void *context, const char *what); /* may be NULL */
    void *context;

    KP_VEC(struct kp_try) tries;
    struct kp_result result;
    struct kp_measured_version original;
    const struct kp_try *best; /* NULL: the original */
    const struct kp_try
        *faster;            /* than that, but too slow at another size (KP_TOO_SLOW); or NULL */
    const char *by_default; /* the label of what `rewrite` takes; NULL: not known */
    bool not_proven;        /* a plan failed the proof: a bug */
};

/* Fills `tries` with what can be written, each text once. NULL, or why the file cannot be read. */
const char *kp_tune_plan(struct kp_tune *t);
/* Drops what is not equal to the original on the CPU. NULL, or why nothing could be proven. */
const char *kp_tune_prove(struct kp_tune *t);
/* Fills in what ptxas makes of each plan, and what time its machine code predicts, of the file's
 * first loop that is pipelined. A plan that loses a block per SM to registers is added once more,
 * with
 * __launch_bounds__ asking for as many as the original has, where that helps without spills. NULL,
 * or what is wrong. */
const char *kp_tune_build(struct kp_tune *t);
/* Finds out what `kpipe rewrite --case` takes, so that it is measured, too. NULL, or what is wrong.
 */
const char *kp_tune_default(struct kp_tune *t);
/* Chooses by that, in the place of all that follows. */
void kp_tune_predict(struct kp_tune *t);
/* Builds everything and makes the bundle for the runner. NULL, or what is wrong. */
const char *kp_tune_bundle(struct kp_tune *t, struct kp_bundle *bundle);
/* Reads the runner's answer and chooses: the fastest of those that are right, when the whole 95%
 * interval of its speedup is above 1 and it is not too slow at another size. NULL, or what is
 * wrong. */
const char *kp_tune_choose(struct kp_tune *t, const char *json, size_t size);
/* The speedup of what `rewrite` takes, and by what part it takes longer than the choice; false: it
 * is not known, or was not measured. */
bool kp_tune_regret(const struct kp_tune *t, double *speedup, double *regret);

#endif
