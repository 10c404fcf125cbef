/* Names that mean one value at several places of an iteration. */
#ifndef KP_MODEL_STEADY_H
#define KP_MODEL_STEADY_H

#include "model/loops.h"

/* The places between which two copies of a load phase are, the loops around them included. */
struct kp_span kp_copies_span(const struct kp_copy *a, const struct kp_copy *b);

/* Has each local that the expression names one value between these places, in one iteration of the
 * K-loop: is nothing of it stored there? A variable that only its initialiser sets has what that is
 * made of. The counters of the loops around `c` (may be NULL) count as steady where nothing but the
 * headers of loops moves them: within one trip they are. */
bool kp_is_steady(struct kp_func *f, const struct kp_loop *l, const struct kp_node *e,
                  struct kp_span within, const struct kp_copy *c);

#endif
