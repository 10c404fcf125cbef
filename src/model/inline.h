/* Copies inside a helper function: its body put in the place of its call, so that the ordinary
 * passes see them. */
#ifndef KP_MODEL_INLINE_H
#define KP_MODEL_INLINE_H

#include "model/loops.h"

/* The input with the calls inlined that keep a loop from being pipelined (KP310),
 * or NULL when there is none that can be. Arena-owned. */
const char *kp_inline_helpers(struct kp_unit *u, size_t *size);

#endif
