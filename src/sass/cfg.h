/* The control flow graph: blocks, dominators, natural loops. */
#ifndef KP_SASS_CFG_H
#define KP_SASS_CFG_H

#include "sass/sass.h"

/* Fills blocks, loops, irreducible and unresolved of a kernel whose instructions are decoded. Code
 * not reachable from its first instruction (functions that it calls) is in no loop. */
void kp_cfg_build(struct kp_arena *a, struct kp_sass_kernel *k);

/* Steps of the above. */
void kp_cfg_blocks(struct kp_arena *a, struct kp_sass_kernel *k);
void kp_cfg_dominators(struct kp_arena *a, struct kp_sass_kernel *k);

bool kp_cfg_dominates(const struct kp_sass_kernel *k, uint32_t above, uint32_t below);

#endif
