/* What a profiler counted: an Nsight Compute report in the terms of ncu.ini, and what it says to a
 * person who reads such reports every day. */
#ifndef KP_ANALYZE_PROFILE_H
#define KP_ANALYZE_PROFILE_H

#include <stdbool.h>

#include "rule/rule.h"

/* One figure of the report. */
struct kp_metric {
    const char *key;  /* ncu.ini's name for it, the same for every release of the profiler */
    const char *name; /* the report's own */
    double value;     /* in the unit that ncu.ini gives the key (bytes, %, cycles, ...) */
};

/* Something that the figures show. */
struct kp_ncu_finding {
    const char *topic;  /* "speed of light", "memory", "scheduler", "warp states", ... */
    bool is_problem;    /* else a remark */
    const char *text;   /* the finding with its figures, one line */
    const char *remedy; /* its usual cause and what helps; NULL */
};

/* One kernel: its longest launch of the report. */
struct kp_profiled {
    const char
        *kernel;       /* as the report names it: "hgemm_wmma<128, 128, 32>(const __half *, ...)" */
    unsigned launches; /* of this kernel in the report */
    long grid[3], block[3];
    KP_VEC(struct kp_metric) metrics;
    KP_VEC(const char *) missing; /* metrics by their current names that a finding would need */
    KP_VEC(struct kp_ncu_finding) findings;
};

struct kp_profile {
    const char *path; /* NULL: there is none */
    const char *note; /* what is odd about the report as a whole; NULL */
    KP_VEC(struct kp_profiled) kernels;
};

/* Reads `ncu --csv` (--page raw or --page details). False and a message when it is no such report,
 * is cut off, or says that the counters may not be read. */
bool kp_read_ncu(struct kp_arena *a, const char *path, const struct kp_rules *rules,
                 struct kp_profile *out, const char **error);

/* The kernel called `name` ("hgemm_wmma<128, 128, 32>", as kp_sass_name() has it); NULL. */
const struct kp_profiled *kp_profile_of(const struct kp_profile *p, const char *name);

/* A figure by ncu.ini's key; false when the report does not have it. */
bool kp_profile_value(const struct kp_profiled *k, const char *key, double *value);

#endif
