/* GPUs with their peaks, from rewrite-rules/gpus.ini. */
#ifndef KP_RULE_GPUS_H
#define KP_RULE_GPUS_H

#include "rule/rule.h"

/* What is computed with; a peak each. */
enum kp_precision {
#define KP_PRECISION(id, key, text) KP_PRECISION_##id,
#include "rule/precisions.def"
#undef KP_PRECISION
    KP_PRECISIONS
};

/* "fp16_tensor" as in gpus.ini; "FP16 tensor" for people. */
const char *kp_precision_key(enum kp_precision p);
const char *kp_precision_text(enum kp_precision p);

struct kp_gpu {
    const char *id, *name, *arch, *note; /* "GA104", "GeForce RTX 3070 Ti", "sm_86", NULL */
    double sms, clock_mhz, l2_mb, dram_gbs, latency_cycles, hiding_warps;
    double peak[KP_PRECISIONS]; /* 10^12 operations per second; 0: not known */
};

/* By id, or NULL; the first of an architecture, or NULL; all of them in file order. */
const struct kp_gpu *kp_rule_gpu(const struct kp_rules *r, const char *id);
const struct kp_gpu *kp_rule_gpu_of(const struct kp_rules *r, const char *arch);
const struct kp_gpu *kp_rule_gpus(const struct kp_rules *r, size_t *n);

/* Operations per byte at which the roofline bends; 0 when the peak is not known. */
double kp_gpu_balance(const struct kp_gpu *g, enum kp_precision p);

#endif
