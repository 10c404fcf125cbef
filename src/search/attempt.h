/* A rewritten text of a file, built and compared with the original. */
#ifndef KP_ATTEMPT_H
#define KP_ATTEMPT_H

#include "build/parallel.h"
#include "kp.h"
#include "search/launched.h"
#include "search/predict.h"

/* What attempts are compared with. */
struct kp_comparison {
    struct kp_arena *arena;
    const struct kp_target *target;
    const struct kp_predictor *predictor; /* NULL: times cannot be predicted */
    struct kp_build original;
    /* the launch of a case file; NULL: the source's launches are used */
    const struct kp_launched *launched;
    const char *instances; /* appended to all texts (kp_lacking_instances()); may be NULL */
};

struct kp_attempt {
    struct kp_unit *unit; /* NULL: the original */
    struct kp_build build;
    /* the text with only the copies that run (widen.h); its source may be NULL */
    struct kp_build decided;
};

struct kp_attempt kp_attempt_of(struct kp_unit *u);
/* The original file as an attempt. */
struct kp_attempt kp_attempt_original(const struct kp_unit *u);

/* Builds n attempts, `jobs` at a time; the decided texts only if times can be predicted. */
void kp_attempts_build(const struct kp_comparison *j, const struct kp_nvcc *nvcc,
                       struct kp_attempt *const *v, size_t n, size_t jobs);
/* The same with the original as the first attempt: sets what the others are compared with, and the
 * instances that these cases need. */
void kp_attempts_begin(struct kp_comparison *j, const struct kp_nvcc *nvcc,
                       struct kp_attempt *const *v, size_t n, size_t jobs,
                       struct kp_case *const *cases, size_t n_cases);

/* The result for the kernel of loop i: that of the instance and launch with the worst result. */
struct kp_built kp_attempt_judge(const struct kp_comparison *j, const struct kp_attempt *x,
                                 size_t i);

/* True if the loop's plan loses blocks per SM only because of registers, so that __launch_bounds__
 * may request them. False if a number is already requested; `of` has the options. */
bool kp_can_be_bounded(const struct kp_unit *of, const struct kp_loop *l, const struct kp_built *b);

#endif
