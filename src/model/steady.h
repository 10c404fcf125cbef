/* Expressions with the same value at several places of an iteration. */
#ifndef KP_MODEL_STEADY_H
#define KP_MODEL_STEADY_H

#include "model/loops.h"

/* The span from the first to the last of two copies of a load phase, including the loops around
 * them. */
struct kp_span kp_copies_span(const struct kp_copy *a, const struct kp_copy *b);

/* True if no local that the expression depends on is written inside the span, within one iteration
 * of the K-loop. For a variable that only its initialiser sets, the initialiser is examined
 * instead. Counters of the loops around `c` (may be NULL) do not count as written if only loop
 * headers change them, since they are constant within an iteration. */
bool kp_is_steady(struct kp_func *f, const struct kp_loop *l, const struct kp_node *e,
                  struct kp_span within, const struct kp_copy *c);

/* True if the initialiser of the variable, which nothing else sets, would have the same value at
 * `use`, which is in the variable's scope. */
bool kp_is_still_so(struct kp_func *f, const struct kp_loop *l, const struct kp_node *var,
                    const struct kp_node *use);

#endif
