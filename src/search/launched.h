/* The launch that a case file names: what predicted times know of grid, block and instance. */
#ifndef KP_LAUNCHED_H
#define KP_LAUNCHED_H

#include "build/parallel.h"
#include "case/case.h"
#include "search/predict.h"

/* With the case's large sizes; `original` is built from the case's source. False when the case has
 * no launch that can be computed. */
bool kp_launched_of_case(struct kp_arena *a, struct kp_case *c, const struct kp_build *original,
                         struct kp_launched *to);

#endif
