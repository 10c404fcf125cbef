/* Closures that copy what does not change. */
#ifndef KP_FN_COPIES_H
#define KP_FN_COPIES_H

#include "kp.h"

/* True if the closure's names mean the variables of the function around it: it captures by
 * reference, or copies numbers and pointers that nothing in the function changes once they are
 * declared. `lambda`: in the function's tree. */
bool kp_holds_variables(const struct kp_node *lambda);

#endif
