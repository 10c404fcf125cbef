/* Branches that write the same elements in different ways. */
#ifndef KP_MODEL_BRANCHES_H
#define KP_MODEL_BRANCHES_H

#include "model/invariant.h"

/* Takes condition number `guard` of the copy away, from all copies into the tile in both of its
 * branches, if both write the same set of elements: then the condition does not decide about the
 * set. False if they are not known to. */
bool kp_drop_branches(const struct kp_region *r, const struct kp_copy *a, size_t guard);

#endif
