/* Launches that choose between a kernel and its clone. */
#ifndef KP_EMIT_LAUNCH_H
#define KP_EMIT_LAUNCH_H

#include "model/launched.h"

/* True if the word occurs in the emitted function that tests whether a clone can be launched. */
bool kp_room_names(const char *word);

#endif
