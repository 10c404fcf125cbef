/* Which branches of several #if groups one build can take together. */
#ifndef KP_TIED_H
#define KP_TIED_H

#include "texts/choices.h"

struct kp_ties *kp_ties_of(const struct kp_choices *c);

/* False if no build takes the branches of the first n groups of the row: their conditions have
 * parts in common, and no values of these parts give this result. True if that is not known. Groups
 * with a known branch, and those in a branch that is not taken, are left out. */
bool kp_may_be_taken(struct kp_ties *t, const struct kp_choice *row, size_t n);

/* True if the conditions of the group mean at `at` what they mean where they are. */
bool kp_keeps_meaning(struct kp_ties *t, const struct kp_branch_group *g, uint32_t at);

#endif
