/* Names of a kernel's values before one of its loops, for run-time tests there. */
#ifndef KP_MODEL_FRONT_H
#define KP_MODEL_FRONT_H

#include "facts/reach.h"
#include "model/func.h"

/* The names for reaches (facts/reach.h) before `at`: unchanged parameters, dimensions and, if
 * effects are available (`with_locals`), variables with one value that is the same for all threads,
 * and pointers with one such value in the loop, which may be moved elsewhere.
 */
struct kp_reaches kp_reaches_at(struct kp_func *f, const struct kp_fn *fn, const struct kp_node *at,
                                bool with_locals);

/* The name of a reach's base before the loop; of a kernel's parameter that has been moved by a
 * thread's indices, the name of what it is now, from which the reach is told then. NULL: none. */
const char *kp_name_reach(struct kp_reaches *r, struct kp_reach *reach);

/* True if the names have the same meaning before `at`. */
bool kp_names_hold_at(const struct kp_reaches *r, const struct kp_node *at);

/* Arranges the test that the first sum is at most the second: what must be tested is added to
 * r->rooms. False: it cannot be tested. */
bool kp_test_at_most(struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y);
/* Adds the tests as C++: the assumptions of the sums, and the rooms. */
void kp_add_tests(struct kp_reaches *r, struct kp_texts *tests);

#endif
