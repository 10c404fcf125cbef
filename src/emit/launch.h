/* The text of a launch's configuration, `<<<...>>>`. */
#ifndef KP_EMIT_LAUNCH_H
#define KP_EMIT_LAUNCH_H

#include "kp.h"

enum kp_launch_arg { KP_LAUNCH_GRID, KP_LAUNCH_BLOCK, KP_LAUNCH_SMEM, KP_LAUNCH_STREAM };

struct kp_launch_config {
    unsigned n;            /* arguments, at least two */
    struct kp_span arg[4]; /* by enum kp_launch_arg, without blanks around them */
};

/* True if the word occurs in the emitted function that tests whether a clone can be launched. */
bool kp_room_names(const char *word);

/* Cuts `<<<grid, block, smem, stream>>>` at its commas. False when the arguments cannot be told
 * apart in the text: a macro makes more than one of them, or the brackets. */
bool kp_read_launch(const struct kp_unit *u, const struct kp_launch *l,
                    struct kp_launch_config *out);

#endif
