/* How long machine instructions keep an SM busy, from rewrite-rules/timing.ini. */
#ifndef KP_RULE_TIMING_H
#define KP_RULE_TIMING_H

#include "rule/opcodes.h"
#include "util/vec.h"

enum { KP_UNITS = 16 };

/* One class, per sub-partition of an SM; cycles. */
struct kp_cost {
    unsigned unit;   /* below KP_UNITS; 0: none */
    double busy;     /* an instruction of a warp keeps the unit busy */
    double per_byte; /* and longer for every byte that each thread moves */
    double latency;  /* until what a scoreboard counts is there */
};

/* One instruction by its name in sass.ini, which wins over its class. */
struct kp_named_cost {
    const char *name;
    struct kp_cost cost;
};

struct kp_timing {
    struct kp_cost of[KP_INSN_COUNT];
    KP_VEC(struct kp_named_cost) named;
    double memory;    /* per byte of a warp from global memory */
    double line;      /* of the first-level cache, looked up */
    double wavefront; /* of shared memory: what its banks give at once */
    double barrier;   /* from the last arrival to the departure */
    double sms;       /* of the GPU that was measured; 0: not known */
    bool is_fitted;   /* the architecture has a section of its own */
};

/* Of an instruction of that name (NULL: no row of sass.ini) and class. */
const struct kp_cost *kp_timing_of(const struct kp_timing *t, const char *name,
                                   enum kp_opclass opclass);

/* The built-in table for sm_<arch>, then timing.ini of `dir` (may be NULL, and need not hold one).
 * NULL and *error set when a line makes no sense. */
const struct kp_timing *kp_timing_load(struct kp_arena *a, const char *dir, unsigned arch,
                                       const char **error);

#endif
