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

#endif
