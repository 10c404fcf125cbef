/* An Nsight Compute report: its metrics under the keys of ncu.ini, and the findings that an
 * experienced reader of such reports would draw from them. */
#ifndef KP_ANALYZE_PROFILE_H
#define KP_ANALYZE_PROFILE_H

#include <stdbool.h>

#include "rule/rule.h"

/* One figure of the report. */
struct kp_metric {
    const char *key; /* its name in ncu.ini, the same for all releases of the profiler */
    double value;    /* in the unit that ncu.ini gives the key (bytes, %, cycles, ...) */
};

/* A finding that the metrics support. */
struct kp_ncu_finding {
    const char *topic;  /* "speed of light", "memory", "scheduler", "warp states", ... */
    bool is_problem;    /* else a remark */
    const char *text;   /* the finding with its figures, one line */
    const char *remedy; /* its usual cause and what helps; NULL */
};

/* One kernel: its longest launch of the report. */
struct kp_profiled {
    /* as the report names it: "hgemm_wmma<128, 128, 32>(const __half *, ...)" */
    const char *kernel;
    unsigned launches; /* of this kernel in the report */
    long grid[3], block[3];
    KP_VEC(struct kp_metric) metrics;
    /* metrics that a finding needs and the report lacks, by their current names */
    KP_VEC(const char *) missing;
    KP_VEC(struct kp_ncu_finding) findings;
};

struct kp_profile {
    const char *note; /* a remark about the report as a whole; NULL: none */
    KP_VEC(struct kp_profiled) kernels;
};

/* Reads `ncu --csv` (--page raw or --page details). False with *error set when the file is not such
 * a report, is cut off, or says that the user has no permission to read the counters. */
bool kp_read_ncu(struct kp_arena *a, const char *path, const struct kp_rules *rules,
                 struct kp_profile *out, const char **error);

/* The kernel called `name` ("hgemm_wmma<128, 128, 32>", as kp_sass_name() has it); NULL. */
const struct kp_profiled *kp_profile_of(const struct kp_profile *p, const char *name);

/* A figure by ncu.ini's key; false when the report does not have it. */
bool kp_profile_value(const struct kp_profiled *k, const char *key, double *value);

#endif
