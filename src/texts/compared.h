#ifndef KP_TEXTS_COMPARED_H
#define KP_TEXTS_COMPARED_H

#include "validate/validate.h"

/* Whether the pipelined loop's function computes in `v`, the unit's parsed output, what it computes
 * in the input, or in the outermost text on the way from it to the output that can be compared. */
struct kp_validation kp_compare_loop(struct kp_unit *u, struct kp_unit *v, const struct kp_loop *l);

#endif
