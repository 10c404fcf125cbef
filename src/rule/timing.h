/* The time for which machine instructions keep an SM's units busy, from rewrite-rules/timing.ini.
 */
#ifndef KP_RULE_TIMING_H
#define KP_RULE_TIMING_H

#include "rule/opcodes.h"
#include "util/vec.h"

enum { KP_UNITS = 16 };

/* The cost of an instruction, in cycles per sub-partition of an SM. */
struct kp_cost {
    unsigned unit;   /* number of the unit that executes it, below KP_UNITS; 0: none */
    double busy;     /* cycles that one instruction of a warp keeps the unit busy */
    double per_byte; /* additional cycles for every byte that each thread moves */
    double latency;  /* cycles until the result is available */
};

/* The cost of one instruction, by its name in sass.ini; it overrides that of its class. */
struct kp_named_cost {
    const char *name;
    struct kp_cost cost;
};

struct kp_timing {
    struct kp_cost of[KP_INSN_COUNT];
    KP_VEC(struct kp_named_cost) named;
    double memory;    /* cycles per byte that a warp loads from global memory */
    double request;   /* cycles per cache line that it loads some bytes of, where that is more */
    double line;      /* cycles per cache line looked up in the first-level cache */
    double wavefront; /* cycles per wavefront of shared memory */
    double conflict;  /* cycles that nothing is issued for, where registers are in one bank */
    double barrier;   /* cycles from the last arrival at a barrier to the departure */
    double sms;       /* SMs of the GPU that was measured; 0: not known */
    double code;      /* bytes of a loop's code that are fetched once for all its iterations; 0: not
                       * known */
    bool is_fitted;   /* the figures were measured on this architecture */
};

/* The cost of an instruction of that name (NULL: no row of sass.ini) and class. */
const struct kp_cost *kp_timing_of(const struct kp_timing *t, const char *name,
                                   enum kp_opclass opclass);

/* The built-in table for sm_<arch>, then timing.ini in `dir`, if there is one (`dir` may be NULL).
 * NULL with *error set when a line is invalid. */
const struct kp_timing *kp_timing_load(struct kp_arena *a, const char *dir, unsigned arch,
                                       const char **error);

#endif
