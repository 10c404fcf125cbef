/* What values of a kernel are called in front of one of its loops. */
#ifndef KP_MODEL_FRONT_H
#define KP_MODEL_FRONT_H

#include "facts/reach.h"
#include "model/func.h"

/* Answers for reaches in front of `at`: parameters that keep their values, dimensions, and, where
 * effects may be asked for (`with_locals`), variables of one value that is the same for all
 * threads. */
struct kp_reaches kp_reaches_at(struct kp_func *f, const struct kp_fn *fn, const struct kp_node *at,
                                bool with_locals);

/* Do the names mean the same in front of that loop? */
bool kp_names_hold_at(const struct kp_reaches *r, const struct kp_node *at);

/* Is the first sum at most the second? What has to be tested for it goes to the reaches' rooms.
 * False: that cannot be said. */
bool kp_test_at_most(struct kp_reaches *r, const struct kp_sum *x, const struct kp_sum *y);
/* The tests, as C++: what the sums take for granted, and the rooms. */
void kp_add_tests(struct kp_reaches *r, struct kp_texts *tests);

#endif
