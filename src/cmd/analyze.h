/* `kpipe analyze`: gathers the input of the analysis steps. */
#ifndef KP_CMD_ANALYZE_H
#define KP_CMD_ANALYZE_H

#include "analyze/analyze.h"
#include "cmd/sass.h"

/* Reads or builds the operand and fills all but times and points. False after an error message. */
bool kp_analyze_input(struct kp_settings *s, struct kp_analyzed *to);

/* Fills the points: launches from the case and the command line, with their times. False after an
 * error message. */
bool kp_analyze_launches(struct kp_settings *s, struct kp_analyzed *to);

/* The loop of the source that is the kernel's main loop; NULL: none. */
const struct kp_loop *kp_analyze_loop_of(const struct kp_unit *u, const struct kp_facts *f);

/* analyze_merge.c: determines whether neighbouring blocks can be merged. Points must be set. */
void kp_analyze_merges(struct kp_settings *s, struct kp_analyzed *all);

#endif
