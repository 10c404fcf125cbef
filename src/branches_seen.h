/* Conditional compilation inside a kernel: is the rewrite right whichever branches a build takes?
 */
#ifndef KP_BRANCHES_SEEN_H
#define KP_BRANCHES_SEEN_H

#include "kp.h"

/* For each function with a loop that KP602 refuses, and few enough #if groups: every choice of
 * branches is a program of its own, which goes through all passes. When each comes out as the same
 * choice taken in the output for the file as it is, the function's offset is added to
 * u->branches_seen. So it is where the file as it is has another reason to be refused. True when
 * one was added, and the model is to be made again. */
bool kp_see_branches(struct kp_unit *u);

#endif
