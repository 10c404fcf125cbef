#ifndef KP_TEXTS_EXECUTED_H
#define KP_TEXTS_EXECUTED_H

#include "kp.h"
#include "sample/sample.h"

/* Executes the loop's function beside that of `v`, the unit's parsed output, on sampled sizes
 * (kp_sample()). A template without an instance in sight is executed with arguments that kernels
 * usually have: both texts are parsed once more for it, up to 256 KB for all of a file. */
struct kp_sampled kp_execute_loop(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l,
                                  uint64_t steps);

/* .. of all rewritten loops, but of those that have a reason in `why` already. differs[i] is set
 * where loop i's function leaves other values; loops that could not be executed say why
 * (`unsampled`). True if one differs. */
bool kp_execute_loops(struct kp_unit *u, struct kp_unit *v, const char *const *why,
                      const char **differs);

/* True if there is an error in the output that the input has nowhere. A launch may be written
 * twice, with the errors that are in its arguments. */
bool kp_has_new_error(const struct kp_unit *output, const struct kp_unit *input);

#endif
