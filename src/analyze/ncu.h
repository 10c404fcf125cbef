/* What the reader of reports shares between its files. */
#ifndef KP_ANALYZE_NCU_H
#define KP_ANALYZE_NCU_H

#include "analyze/profile.h"
#include "rule/ncu.h"

/* Fills findings and missing figures of every kernel, again. */
void kp_ncu_judge(struct kp_arena *a, const struct kp_rules *rules, struct kp_profile *p);

/* "stall_long_scoreboard" */
const char *kp_ncu_stall_key(struct kp_arena *a, const struct kp_ncu_stall *s);

#endif
