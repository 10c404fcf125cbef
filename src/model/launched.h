/* Blocks of the launches in sight. */
#ifndef KP_MODEL_LAUNCHED_H
#define KP_MODEL_LAUNCHED_H

#include "kp.h"

/* The dimensions of a launch's block or grid argument; false: not known. */
bool kp_block_dims(const struct kp_node *block, int64_t dims[3]);

/* The one block of all launches in sight. Others may launch the kernel with another one: who relies
 * on it tests it. */
bool kp_launched_block(const struct kp_unit *u, const struct kp_sym *kernel, int64_t dims[3]);

#endif
