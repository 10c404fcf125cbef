/* GPUs with their peaks, from rewrite-rules/gpus.ini. */
#ifndef KP_RULE_GPUS_H
#define KP_RULE_GPUS_H

#include "rule/rule.h"

/* Kinds of arithmetic; each has a peak rate. */
enum kp_precision {
#define KP_PRECISION(id, key, text) KP_PRECISION_##id,
#include "rule/precisions.def"
#undef KP_PRECISION
    KP_PRECISIONS
};

/* The key in gpus.ini, "fp16_tensor", and the text in reports, "FP16 tensor". */
const char *kp_precision_key(enum kp_precision p);
const char *kp_precision_text(enum kp_precision p);

struct kp_gpu {
    const char *id, *name, *arch, *note; /* "GA104", "GeForce RTX 3070 Ti", "sm_86", NULL */
    double sms, clock_mhz, l2_mb, dram_gbs, latency_cycles, hiding_warps;
    double peak[KP_PRECISIONS]; /* 10^12 operations per second; 0: not known */
};

/* The GPU with an id, or NULL; the first GPU of an architecture, or NULL; all GPUs in file order.
 */
const struct kp_gpu *kp_rule_gpu(const struct kp_rules *r, const char *id);
const struct kp_gpu *kp_rule_gpu_of(const struct kp_rules *r, const char *arch);
const struct kp_gpu *kp_rule_gpus(const struct kp_rules *r, size_t *n);

/* The operations per byte at the ridge of the roofline; 0 when the peak is not known. */
double kp_gpu_balance(const struct kp_gpu *g, enum kp_precision p);

#endif
