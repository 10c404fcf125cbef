/* `kpipe analyze`: what is gathered before the steps run. */
#ifndef KP_CMD_ANALYZE_H
#define KP_CMD_ANALYZE_H

#include "analyze/analyze.h"
#include "cmd/sass.h"

/* Reads or builds the operand and fills everything but times and points. False after a complaint.
 */
bool kp_analyze_input(struct kp_settings *s, struct kp_analyzed *to);

/* Launches by the case and the command line, with their times. False after a complaint. */
bool kp_analyze_launches(struct kp_settings *s, struct kp_analyzed *to);

/* The source's loop that is the kernel's main one; NULL: none. */
const struct kp_loop *kp_analyze_loop_of(const struct kp_unit *u, const struct kp_facts *f);

/* analyze_merge.c: whether neighbouring blocks can be merged. Launches must be there. */
void kp_analyze_merges(struct kp_settings *s, struct kp_analyzed *all);

#endif
