/* The runner's answer. */
#ifndef KP_GPU_RESULT_H
#define KP_GPU_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/stats.h"
#include "util/arena.h"
#include "util/vec.h"

/* Sizes that are timed besides: with them a run-time test of a version may take its other side. */
#define KP_RESULT_ODD "odd"
#define KP_RESULT_SHIFTED "shifted"

struct kp_machine {
    const char *device, *compute_capability;                /* "NVIDIA H200", "9.0" */
    int64_t sms, l2_bytes, clock_khz, memory_bytes, driver; /* driver 12040: CUDA 12.4 */
};

enum kp_measured {
    KP_MEASURED_OK,
    KP_MEASURED_WRONG,
    KP_MEASURED_FAULT,
    KP_MEASURED_NOT,
    KP_MEASURED_UNBUILT
};

/* A version at another size than the first that is timed. */
struct kp_measured_at {
    const char *size; /* its name */
    struct kp_spread_of cold, speedup;
};

struct kp_measured_version {
    const char *label;
    enum kp_measured status;
    const char *why; /* unless OK */
    bool unchecked;  /* wrong on purpose: never compared */
    bool compared;   /* with the original, at every size */
    int64_t differing_bytes;
    bool has_reference;
    double max_error;      /* absolute, against the CPU reference; infinite for NaN */
    double over_tolerance; /* the same in units of what is allowed */
    bool has_figures;
    int64_t registers, spills, smem, blocks_per_sm; /* bytes; static and dynamic smem */
    struct kp_spread_of cold, warm;                 /* ms: L2 flushed before each run, and not */
    struct kp_spread_of speedup, warm_speedup;      /* of the original's time, paired */
    KP_VEC(struct kp_measured_at) also;
    const char *half, *of;      /* "compute" or "load" of the version with that label, alone (NULL:
                                   of all but the first); or half is NULL */
    double compute_ms, load_ms; /* of its halves alone, cold; 0: not measured */
};

struct kp_other_size {
    const char *name, *text;
};

struct kp_result {
    const char *error, *code; /* nothing was run, and why; the rest is empty then */
    struct kp_machine machine;
    const char *date, *arch, *kernel, *sizes, *kpipe; /* sizes: the timed ones, as text */
    double flops, bytes;                              /* of one launch; 0: not known */
    bool deterministic;
    KP_VEC(struct kp_other_size) others; /* timed besides */
    KP_VEC(struct kp_measured_version) versions;
};

/* NULL, or why the text is no answer of a runner. */
const char *kp_result_read(struct kp_arena *a, const char *json, size_t n, struct kp_result *r);

/* What pipelining can reach at best: the longer half, ms; 0 when they were not both measured. */
double kp_result_bound(const struct kp_measured_version *v);

/* The version at the size of that name; NULL when it was not timed there. */
const struct kp_measured_at *kp_result_at(const struct kp_measured_version *v, const char *size);
/* The slowest of these, when it is too slow beside the original (KP_TOO_SLOW); else NULL. */
const struct kp_measured_at *kp_result_too_slow(const struct kp_measured_version *v);

/* Every version that was run is right. */
bool kp_result_sound(const struct kp_result *r);

/* The table, for people: aligned, or Markdown. */
const char *kp_result_table(struct kp_arena *a, const struct kp_result *r, bool markdown);
/* One JSON document, without the samples. */
const char *kp_result_json(struct kp_arena *a, const struct kp_result *r);

#endif
