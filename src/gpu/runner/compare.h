/* Comparison of outputs with the expected ones. */
#ifndef RUNNER_COMPARE_H
#define RUNNER_COMPARE_H

#include "gpu/runner/device.h"

/* Compares the array `got` with `want` and adds the differences to *d. A NaN counts as an infinite
 * difference. */
void compare_elements(const struct plan *p, const struct arg *x, const void *got, const void *want,
                      struct difference *d);
/* Adds the differences between the present outputs and the original's. */
void compare_with_original(const struct plan *p, const struct arrays *a, struct difference *d);
/* True if version v's outputs are to be compared with the original's. */
bool is_compared(const struct plan *p, unsigned v);
/* True if the difference is within the plan's tolerance. */
bool passes(const struct plan *p, const struct difference *d);

/* Allocates host memory; ends the child when there is none. */
void *host_memory(size_t bytes);

#endif
