/* The text of vectors. */
#ifndef KP_WIDEN_TEXT_H
#define KP_WIDEN_TEXT_H

#include "widen/cooperative.h"

/* What makes the statement's points in vectors, whole lines one level deeper than the statement.
 * `unit` is one level of indentation. Declares kp_v, kp_x and kp_y. Arena-owned. */
const char *kp_vectors_text(struct kp_unit *u, struct kp_cooperative *c, const char *unit);

#endif
