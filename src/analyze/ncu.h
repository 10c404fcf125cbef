/* Functions shared by the files that read Nsight Compute's reports. */
#ifndef KP_ANALYZE_NCU_H
#define KP_ANALYZE_NCU_H

#include "analyze/profile.h"
#include "rule/ncu.h"

/* Computes the findings and missing metrics of every kernel; earlier ones are replaced. */
void kp_ncu_judge(struct kp_arena *a, const struct kp_rules *rules, struct kp_profile *p);

/* The metric key of a stall reason: "stall_long_scoreboard". */
const char *kp_ncu_stall_key(struct kp_arena *a, const struct kp_ncu_stall *s);

#endif
