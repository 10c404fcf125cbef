/* Outputs against what they should be. */
#ifndef RUNNER_COMPARE_H
#define RUNNER_COMPARE_H

#include "gpu/runner/device.h"

/* Adds what the n elements of `got` are off to *d. NaN is off by infinity. */
void compare_elements(const struct plan *p, const struct arg *x, const void *got, const void *want,
                      struct difference *d);
/* Adds how far the outputs as they are now are off the original's. */
void compare_with_original(const struct plan *p, const struct arrays *a, struct difference *d);
/* Are the version's outputs to be what the original's are? */
bool is_compared(const struct plan *p, unsigned v);
/* Is that no more than the plan lets pass? */
bool passes(const struct plan *p, const struct difference *d);

/* Ends the child when there is none. */
void *host_memory(size_t bytes);

#endif
