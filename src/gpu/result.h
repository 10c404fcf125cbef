/* The answer of kpipe-runner. */
#ifndef KP_GPU_RESULT_H
#define KP_GPU_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/stats.h"
#include "util/arena.h"
#include "util/vec.h"

/* Names of further timed sizes, for which a run-time test in a version may take its other branch.
 */
#define KP_RESULT_ODD "odd"
#define KP_RESULT_SHIFTED "shifted"

struct kp_gpu_machine {
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

/* A version at one of the further sizes. */
struct kp_measured_at {
    const char *size; /* its name */
    struct kp_spread_of cold, speedup;
};

struct kp_measured_version {
    const char *label;
    enum kp_measured status;
    const char *why; /* the reason, unless OK */
    bool unchecked;  /* its results are wrong on purpose and were not compared */
    bool compared;   /* its results were compared with the original's at every size */
    int64_t differing_bytes;
    bool has_reference;
    double max_error;      /* absolute, against the CPU reference; infinite for NaN */
    double over_tolerance; /* the largest error divided by the tolerance */
    bool has_figures;
    int64_t registers, spills, smem, blocks_per_sm; /* bytes; static and dynamic smem */
    /* in ms: with the L2 cache flushed before each run, and without */
    struct kp_spread_of cold, warm;
    /* the original's time divided by its own, per round */
    struct kp_spread_of speedup, warm_speedup;
    KP_VEC(struct kp_measured_at) also;
    const char *half, *of;      /* as in struct kp_bench_version */
    double compute_ms, load_ms; /* times of its halves, cold; 0: not measured */
};

struct kp_other_size {
    const char *name, *text;
};

struct kp_result {
    /* why nothing was run, and all other fields are empty; NULL: it was */
    const char *error, *code;
    struct kp_gpu_machine machine;
    const char *date, *arch, *kernel, *sizes, *kpipe; /* sizes: those of the timed size, as text */
    double flops, bytes;                              /* of one launch; 0: not known */
    bool deterministic;
    KP_VEC(struct kp_other_size) others; /* the further timed sizes */
    KP_VEC(struct kp_measured_version) versions;
};

/* Reads an answer. NULL, or why the text is not one. */
const char *kp_result_read(struct kp_arena *a, const char *json, size_t n, struct kp_result *r);

/* A lower bound of the time of any pipelined version: that of the longer half, in ms; 0 unless both
 * were measured. */
double kp_result_bound(const struct kp_measured_version *v);

/* The times of the version at the size of that name; NULL when it was not timed there. */
const struct kp_measured_at *kp_result_at(const struct kp_measured_version *v, const char *size);
/* Those at the slowest of the further sizes if it is too slow (KP_TOO_SLOW); else NULL. */
const struct kp_measured_at *kp_result_too_slow(const struct kp_measured_version *v);

/* True if every version that was run has correct results. */
bool kp_result_sound(const struct kp_result *r);

/* The table as aligned text or Markdown. */
const char *kp_result_table(struct kp_arena *a, const struct kp_result *r, bool markdown);
/* One JSON document, without the samples. */
const char *kp_result_json(struct kp_arena *a, const struct kp_result *r);

#endif
