/* The launch of a case file, for the prediction of times: grid, block and instance. */
#ifndef KP_LAUNCHED_H
#define KP_LAUNCHED_H

#include "build/parallel.h"
#include "case/case.h"
#include "search/predict.h"

/* Computes the launch at the case's large sizes; `original` is built from the case's source. False
 * when it cannot be computed. */
bool kp_launched_of_case(struct kp_arena *a, struct kp_case *c, const struct kp_build *original,
                         struct kp_launched *to);

/* Text that instantiates the cases' templates where `original` has no instance; NULL: none. */
const char *kp_lacking_instances(struct kp_arena *a, struct kp_case *const *cases, size_t n,
                                 const struct kp_build *original);

/* True if the case's kernel runs the unit's loop of that number. */
bool kp_case_runs(const struct kp_case *c, const struct kp_unit *u, size_t loop);

#endif
