/* `kpipe tune`: proves and measures all promising plans and chooses the fastest. */
#ifndef KP_TUNE_H
#define KP_TUNE_H

#include "gpu/bench.h"
#include "gpu/result.h"
#include "kp.h"
#include "simt/verify.h"

/* One plan for all loops of the file; loops that cannot have it get the plan from the source. */
struct kp_try {
    const char *label; /* "cp.async, ring of 3" */
    struct kp_request request;
    struct kp_unit *unit;
    const char *dropped;               /* why it was not measured, or NULL */
    bool proven;                       /* by a run on the CPU */
    struct kp_built built;             /* set by kp_tune_build() */
    struct kp_measured_version figure; /* the measurement; status KP_MEASURED_NOT before it */
};

struct kp_tune {
    struct kp_arena *arena;
    const struct kp_unit *source; /* the original; requests in its options restrict the plans */
    struct kp_case *c;
    struct kp_bench bench; /* case, compiler, times; versions are filled in */
    bool no_proof;
    bool predict;                            /* do not measure: kp_tune_predict() chooses */
    bool bound;                              /* also measure each half of every plan alone */
    KP_VEC(struct kp_bench_version) besides; /* measured with the plans, never chosen */
    void (*progress)(void *context, const char *what); /* may be NULL */
    void *context;

    const struct kp_predictor *predictor; /* set by kp_tune_plan(); NULL: nothing is predicted */
    KP_VEC(struct kp_try) tries;
    struct kp_result result;
    struct kp_measured_version original;
    const struct kp_try *best; /* NULL: the original */
    const struct kp_try
        /* a plan that is faster than `best` but too slow at another size (KP_TOO_SLOW); or NULL */
        *faster;
    const char *by_default; /* the label of the plan that `rewrite` chooses; NULL: not known */
    bool not_proven;        /* a plan failed the proof: a bug */
};

/* Fills `tries` with the plans that can be written, each text once. NULL, or why the file cannot be
 * read. */
const char *kp_tune_plan(struct kp_tune *t);
/* Drops plans that a run on the CPU does not show to equal the original. NULL, or why nothing could
 * be proven. */
const char *kp_tune_prove(struct kp_tune *t);
/* Sets `built` of each plan, for the first pipelined loop of the file: the figures of ptxas and the
 * predicted time. A plan that loses blocks per SM because of registers is added again with the
 * original's number requested by __launch_bounds__, if that helps without spills. NULL or a
 * message. */
const char *kp_tune_build(struct kp_tune *t);
/* Finds the plan that `kpipe rewrite --case` chooses, so that it is measured, too. NULL or a
 * message. */
const char *kp_tune_default(struct kp_tune *t);
/* Chooses by the predicted times; replaces the following steps. */
void kp_tune_predict(struct kp_tune *t);
/* Builds everything and makes the bundle for the runner. NULL or a message. */
const char *kp_tune_bundle(struct kp_tune *t, struct kp_bundle *bundle);
/* Reads the runner's answer and chooses the fastest correct plan, if the whole 95% interval of its
 * speedup is above 1 and it is not too slow at another size. NULL or a message. */
const char *kp_tune_choose(struct kp_tune *t, const char *json, size_t size);
/* The speedup of the plan that `rewrite` chooses, and the part by which it takes longer than the
 * best plan; false when it is not known or was not measured. */
bool kp_tune_regret(const struct kp_tune *t, double *speedup, double *regret);

#endif
