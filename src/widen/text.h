/* The text of vector copies. */
#ifndef KP_WIDEN_TEXT_H
#define KP_WIDEN_TEXT_H

#include "widen/cooperative.h"

/* Code that makes the statement's copies in vectors, as whole lines, indented one level (`unit`)
 * deeper than the statement. It declares kp_v, kp_x and kp_y. In the arena. */
const char *kp_vectors_text(struct kp_unit *u, struct kp_cooperative *c, const char *unit);

#endif
