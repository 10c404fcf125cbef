/* What earlier runs of kpipe, and this one, have made of a loop or a kernel. */
#ifndef KP_MODEL_CLONES_H
#define KP_MODEL_CLONES_H

#include "kp.h"

/* True if an earlier run of kpipe made this loop. */
bool kp_is_made_by_kpipe(const struct kp_unit *u, const struct kp_sym *function,
                         const struct kp_node *loop);
/* The namespace of the clones of kernels (texts/clones.h). */
#define KP_CLONES "kp_pipelined"
/* The assembly by which an output asks for the bytes of dynamic shared memory. */
#define KP_ASKS_DYNAMIC_BYTES "mov.u32 %0, %%dynamic_smem_size;"
#define KP_ROOM "kp_has_room" /* its function that tests whether a clone can be launched */
#define KP_PAYS "kp_pays_" /* .. whether the grid of a launch has blocks enough for merged ones */
/* Where the namespace of the clones stands in a qualified name, if a clone or kpipe's own name
 * follows; NULL: nothing of kpipe's does. */
const char *kp_clones_in(const struct kp_unit *u, const char *qualified);
/* True if the function is a clone that this run has made. */
bool kp_is_clone(const struct kp_unit *u, const struct kp_sym *function);
/* True if kpipe's comment above the function says that it has a clone. */
bool kp_has_clone(const struct kp_unit *u, const struct kp_sym *function);

#endif
