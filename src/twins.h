/* Kernels with dynamic shared memory that code elsewhere may launch, and such as need more
 * than static shared memory can be. */
#ifndef KP_TWINS_H
#define KP_TWINS_H

#include "kp.h"

/* A kernel whose tiles are dynamic shared memory can have several stages only where every launch
 * asks for that much. When not all of them can be edited, or a size is known at run time only, the
 * kernel stays as it is, for whoever launches it, and a clone of it is behind it in a namespace
 * of its own, with internal linkage: only the launches of this file that were changed come there.
 * The passes run over the text with the clones. When that pipelines their loops with several
 * stages, its output is the output, and its loops are reported at their places in the input. False
 * when there is no such kernel, or it does not help. */
bool kp_try_twins(struct kp_unit *u);
/* When all passes have run: a kernel whose static tiles have no room for the stages that were asked
 * for gets a clone in which they are dynamic shared memory. Every launch that goes there asks the
 * runtime first, and takes the kernel where the GPU has no room. */
bool kp_try_moving(struct kp_unit *u);

#endif
