/* One text of a file, built, and what it costs beside the original. */
#ifndef KP_ATTEMPT_H
#define KP_ATTEMPT_H

#include "build/parallel.h"
#include "kp.h"
#include "search/predict.h"

/* What attempts are compared with. */
struct kp_judge {
    struct kp_arena *arena;
    const struct kp_target *target;
    const struct kp_predictor *predictor; /* NULL: times cannot be predicted */
    struct kp_build original;
    const struct kp_launched
        *launched; /* by a case file; NULL: the source's launches are looked at */
};

struct kp_attempt {
    struct kp_unit *unit; /* NULL: the original */
    struct kp_build build;
    struct kp_build
        decided; /* with the width decided that runs (widen.h); its source may be NULL */
};

struct kp_attempt kp_attempt_of(struct kp_unit *u);
/* The file as it was. */
struct kp_attempt kp_attempt_original(const struct kp_unit *u);

/* Builds all of them, `jobs` at a time; the decided texts only where times can be predicted. */
void kp_attempts_build(const struct kp_judge *j, const struct kp_nvcc *nvcc,
                       struct kp_attempt *const *v, size_t n, size_t jobs);

/* What became of the kernel of loop i: the instance and launch that come off worst. */
struct kp_built kp_attempt_judge(const struct kp_judge *j, const struct kp_attempt *x, size_t i);

/* Did the loop's plan lose blocks per SM to registers alone, so that __launch_bounds__ may ask for
 * them? Not where a number is requested already; `of` has the options. */
bool kp_can_be_bounded(const struct kp_unit *of, const struct kp_loop *l, const struct kp_built *b);

#endif
