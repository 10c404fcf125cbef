/* The passes over the text with longer rows of shared arrays (layout/), where these cost nothing
 * else. */
#ifndef KP_LAID_OUT_H
#define KP_LAID_OUT_H

#include "kp.h"

/* After the legal pass of `u`: true when that text's output is the output. */
bool kp_try_laid_out(struct kp_unit *u);

#endif
