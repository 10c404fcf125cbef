/* Where a kernel's time goes. Facts about a kernel come in (machine code, source, case, times),
 * each step adds its figures, and the report says of every figure what it rests on.
 * docs/user/analyze.md. */
#ifndef KP_ANALYZE_ANALYZE_H
#define KP_ANALYZE_ANALYZE_H

#include "analyze/profile.h"
#include "lint/lint.h"
#include "page/figure.h"
#include "plan/occupancy.h"
#include "rule/gpus.h"
#include "rule/matrix.h"
#include "sass/overlap.h"
#include "sass/work.h"

/* What a figure rests on. */
enum kp_evidence {
    KP_BY_NOTHING,  /* it is not known */
    KP_BY_SOURCE,   /* the text of the kernel */
    KP_BY_SASS,     /* machine code */
    KP_BY_METADATA, /* what the compiler left beside it (Triton's JSON) */
    KP_BY_CASE,     /* the case file: launch, sizes, formulas */
    KP_BY_USER,     /* the command line */
    KP_BY_TABLE,    /* gpus.ini, targets.ini */
    KP_BY_ESTIMATE, /* a model */
    KP_BY_MEASUREMENT,
    KP_BY_PROFILER
};
const char *kp_evidence_name(enum kp_evidence e);

/* ---- what comes in ----------------------------------------------------------------------- */

enum { KP_WIDTHS = 6 }; /* accesses of 1, 2, 4, 8, 16, 32 bytes per thread */

/* One iteration of the main loop, of one warp unless it says otherwise. */
struct kp_loop_facts {
    bool found;
    unsigned first_line, last_line; /* 0: no line table */
    unsigned tiles;                 /* stretches between barriers with math: tiles per iteration */
    unsigned instructions, barriers, math, inner_math;
    bool math_is_integer;           /* there is no other: integer instructions are counted */
    unsigned cycles;                /* sum of the stall counts: its own issue time */
    unsigned count[KP_INSN_COUNT];  /* instructions by class */
    unsigned stalls[KP_INSN_COUNT]; /* sums of their stall counts */
    unsigned loads[KP_WIDTHS];      /* from global memory, asynchronous copies too, by width */
    unsigned shared_loads[KP_WIDTHS];
    unsigned bulk;  /* copies whose size the code does not say */
    unsigned async; /* of the loads, asynchronous copies */
    double operations[KP_PRECISIONS];
    bool operations_open;   /* the work of some math instructions is unknown */
    unsigned shared_cycles; /* of shared memory's port */
    unsigned rounds;        /* times that loads are issued and then waited for */
    double overlap;         /* share of the tile's math between loads and their waits */
};

/* What each of so many merged blocks loads into tiles, by what it loads alone. */
struct kp_shares {
    struct kp_merge by;
    double share;
};

struct kp_facts {
    const char *name, *symbol;
    enum kp_evidence evidence; /* of what follows, where nothing else is said */
    int registers;             /* per thread; 0: not known */
    int spills;                /* loads and stores of local memory, instructions */
    int spill_bytes;           /* of spill stores and loads, by ptxas; 0: none, or not known */
    int64_t stack;             /* bytes per thread */
    int64_t smem_static;       /* bytes per block */
    int64_t tile_bytes;        /* of the main loop's tiles, one buffer each; -1: not known */
    int threads;               /* per block when no case says so; 0: not known */
    enum kp_evidence threads_by;
    int64_t smem_dynamic; /* the same for dynamic shared memory; -1: not known */
    enum kp_evidence smem_by;
    struct kp_loop_facts loop;
    struct kp_shares merged[2]; /* few neighbours, and more; share 0: they cannot be merged */
};

/* One launch to be looked at. */
struct kp_point {
    const char *sizes;   /* "M=4096 N=4096 K=4096"; NULL: there is no case */
    double flops, bytes; /* of the launch; 0: not known */
    int64_t blocks;      /* of the grid; 0: not known */
    enum kp_evidence work_by;
    double ms; /* 0: not known */
    enum kp_evidence ms_by;
};

/* ---- the steps --------------------------------------------------------------------------- */

enum kp_bound {
    KP_BOUND_OPEN,
    KP_BOUND_COMPUTE, /* the math pipe's peak */
    KP_BOUND_MEMORY,  /* the memory's bandwidth */
    KP_BOUND_SHARED,  /* shared memory's port */
    KP_BOUND_ISSUE,   /* the schedulers' slots */
    KP_BOUND_LATENCY  /* none of these */
};
const char *kp_bound_name(enum kp_bound b);

/* From this share of a roof on, the roof is what bounds the kernel; Nsight Compute's own rule. */
#define KP_ROOF_REACHED 0.6

/* Baseline and roofline of one launch. */
struct kp_roofline {
    enum kp_precision precision; /* KP_PRECISIONS: no peak belongs to the kernel's math */
    double peak, balance;        /* 10^12 operations per second; operations per byte */
    double intensity;            /* operations per byte; 0: not known */
    double attainable;           /* 10^12 operations per second, under the roof */
    double roof_ms;              /* the least time under both roofs */
    double gflops, gbs;          /* achieved; 0 without a time */
    double share_peak, share_dram;
    /* of shared memory's port and of issue slots, by the main loop's code and as many iterations as
     * the operations need; 0: not known */
    double share_shared, share_issue;
    enum kp_bound side;        /* which roof is above this intensity: KP_BOUND_COMPUTE or _MEMORY */
    enum kp_bound bound;       /* with a time */
    enum kp_evidence bound_by; /* the time's, or the profiler's */
    double waves; /* blocks of the grid by those that are resident at once; 0: not known */
};

struct kp_residence {
    int threads, warps;       /* per block */
    int64_t smem;             /* static and dynamic, bytes per block */
    int blocks, active_warps; /* per SM */
    enum kp_limit limit;
    int by[KP_LIMIT_REGISTERS + 1]; /* blocks per SM if that alone limited; 0: it does not */
    int spare_registers;            /* per thread, before a block is lost */
    int fewer_registers; /* per thread, for one block more; 0: registers are not what limits */
};

/* Per K tile, of a whole block where it says so. */
struct kp_ratio {
    double math, loads, bytes; /* of a thread: instructions, instructions, bytes */
    double per_load;           /* math instructions per load; 0: no loads */
    double per_byte;           /* operations of the block per byte that it loads; 0: not known */
    bool by_tiles;             /* by the tiles' size, not by the loads in the code */
    const char *band;          /* of per_byte */
};

/* Average stall counts; NAN: no such instruction. */
struct kp_mix {
    double ffma, hmma, imma;
    double shared_load; /* time of shared memory's port by that of the math pipe; NAN */
};

struct kp_cliff_step {
    int64_t cliff;      /* most shared memory per block that keeps today's blocks */
    int64_t tile_bytes; /* that doubling adds */
    bool tiles_assumed; /* all static shared memory was taken for tiles */
    int64_t doubled;    /* shared memory with two buffers */
    int blocks_doubled; /* per SM; 0: it does not fit at all */
    int blocks_lost;
};

/* The model of docs/user/analyze.md: cycles of an SM per tile. */
struct kp_estimate {
    const char *why_not;        /* it says nothing, and why; the rest is 0 then */
    double math, issue, shared; /* busy cycles of one block's tile: math pipe, schedulers, port */
    double chain;               /* a warp's own issue time */
    double latency;             /* of a load */
    double rounds;              /* loads of a tile that are waited for one behind the other */
    int stages;                 /* buffers per tile that hide the latency, 2 to 4 */
    double exposed;             /* share of the time in which nothing but loads is waited for */
    double pipeline[2];         /* factor by hiding the loads with today's blocks, from and to */
    double doubled[2];          /* the same with the blocks that two buffers leave */
    double merged[2];           /* factor by merged blocks: few, and more; 0: they cannot be */
};

/* A row of the matrix that speaks for this kernel. */
struct kp_advice {
    const struct kp_matrix_row *row;
    double gain[2];                 /* the range; 0, 0: no figure */
    const char *from;               /* what the range rests on */
    KP_VEC(const char *) conflicts; /* the row's, and those that the figures show */
};

/* ---- one kernel -------------------------------------------------------------------------- */

struct kp_analysis {
    struct kp_facts *facts;
    const struct kp_overlap *overlap;     /* of the main loop; NULL: none, or no machine code */
    KP_VEC(struct kp_point) points;       /* at least one */
    KP_VEC(struct kp_roofline) rooflines; /* by point */
    enum kp_precision precision;
    struct kp_residence residence;
    struct kp_ratio ratio;
    struct kp_mix mix;
    struct kp_cliff_step cliff;
    struct kp_estimate estimate;
    struct kp_quantities quantities;   /* of the last point */
    KP_VEC(struct kp_advice) advice;   /* the best first */
    const struct kp_profiled *profile; /* NULL: none */
    KP_VEC(const struct kp_lint *) lints;
};

struct kp_analyzed {
    const char *path, *arch;
    const struct kp_target *target;
    const struct kp_gpu *gpu; /* NULL: none is known for the architecture */
    const char *built_not;    /* why there is no machine code; NULL */
    KP_VEC(const char *) notes;
    KP_VEC(struct kp_analysis) kernels;
    const struct kp_rules *rules;
    struct kp_unit *unit; /* of a source, for its lints; NULL */
    bool has_profile;
};

/* The facts that machine code has. `overlap` may be NULL: no loop. */
void kp_facts_of_sass(struct kp_arena *a, unsigned arch, const struct kp_sass_kernel *k,
                      const struct kp_overlap *overlap, struct kp_facts *out);

/* The lints of the unit, if there is one, for each kernel. Points must be there. */
void kp_analyze_lints(struct kp_arena *a, struct kp_analyzed *all);

/* All steps in their order. `x` has facts and points. */
void kp_analyze(struct kp_arena *a, const struct kp_analyzed *all, struct kp_analysis *x);

enum kp_precision kp_precision_of(const struct kp_facts *f);
void kp_step_residence(const struct kp_target *t, const struct kp_facts *f,
                       struct kp_residence *out);
void kp_step_roofline(const struct kp_gpu *g, const struct kp_facts *f,
                      const struct kp_point *point, const struct kp_residence *r,
                      struct kp_roofline *out);
/* What lies between the roofs, as the profiler counted it: that goes before what the code says. */
void kp_roofline_of_profile(const struct kp_profiled *p, struct kp_roofline *r);
void kp_step_ratio(const struct kp_facts *f, int threads, struct kp_ratio *out);
void kp_step_mix(const struct kp_gpu *g, const struct kp_facts *f, struct kp_mix *out);
void kp_step_cliff(const struct kp_target *t, const struct kp_facts *f,
                   const struct kp_residence *r, struct kp_cliff_step *out);
void kp_step_estimate(const struct kp_gpu *g, const struct kp_facts *f,
                      const struct kp_residence *r, const struct kp_cliff_step *c,
                      struct kp_estimate *out);
void kp_step_quantities(const struct kp_analyzed *all, struct kp_analysis *x);
void kp_step_advice(struct kp_arena *a, const struct kp_analyzed *all, struct kp_analysis *x);

/* Cycles for a tile of each of the blocks on an SM as the kernel is now, at worst. */
double kp_estimate_now(const struct kp_estimate *e, int blocks, double overlap);

/* Cycles per tile of one SM's math pipe for one warp's share; 0: a peak is missing. */
double kp_math_cycles(const struct kp_gpu *g, const struct kp_loop_facts *l);

/* ---- the report -------------------------------------------------------------------------- */

/* "line 31: ... [KP701]" */
const char *kp_lint_line(struct kp_arena *a, const struct kp_unit *u, const struct kp_lint *l);

/* `plots`: its figures as characters; NULL: without them. */
const char *kp_analyze_text(struct kp_arena *a, const struct kp_analyzed *all,
                            const struct kp_plot_style *plots);
const char *kp_analyze_markdown(struct kp_arena *a, const struct kp_analyzed *all);
const char *kp_analyze_json(struct kp_arena *a, const struct kp_analyzed *all);

#endif
