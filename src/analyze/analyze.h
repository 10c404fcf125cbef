/* Where a kernel's time goes. The input is facts about a kernel (machine code, source, case,
 * times). Each step adds its figures, and the report names the evidence of every figure. See
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
    KP_BY_METADATA, /* the compiler's metadata file (Triton's JSON) */
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

/* One iteration of the main loop, for one warp unless a field says otherwise. */
struct kp_loop_facts {
    bool found;
    unsigned first_line, last_line; /* 0: no line table */
    /* tiles per iteration: the number of stretches between barriers that contain math */
    unsigned tiles;
    unsigned instructions, barriers, math, inner_math;
    /* the loop has only integer math, so integer instructions are counted as math */
    bool math_is_integer;
    unsigned cycles;                /* sum of the stall counts: the warp's own issue time */
    unsigned count[KP_INSN_COUNT];  /* instructions by class */
    unsigned stalls[KP_INSN_COUNT]; /* sums of their stall counts */
    unsigned loads[KP_WIDTHS];      /* from global memory, asynchronous copies too, by width */
    unsigned shared_loads[KP_WIDTHS];
    unsigned bulk;  /* bulk copies, whose size the code does not show */
    unsigned async; /* how many of the loads are asynchronous copies */
    double operations[KP_PRECISIONS];
    bool operations_open;   /* the work of some math instructions is unknown */
    unsigned shared_cycles; /* busy cycles of shared memory's port */
    unsigned rounds;        /* how often loads are issued and then waited for */
    double overlap;         /* share of the tile's math between loads and their waits */
};

/* The bytes that each of the merged blocks loads into tiles, divided by the bytes that it loads
 * when it is not merged. */
struct kp_shares {
    struct kp_merge by;
    double share;
};

struct kp_facts {
    const char *name, *symbol;
    enum kp_evidence evidence; /* evidence of the fields below, unless a field has its own */
    int registers;             /* per thread; 0: not known */
    int spills;                /* loads and stores of local memory, instructions */
    int spill_bytes;           /* of spill stores and loads, by ptxas; 0: none, or not known */
    int64_t smem_static;       /* bytes per block */
    int64_t tile_bytes; /* size of the main loop's tiles with one buffer each; -1: not known */
    int threads;        /* per block when no case says so; 0: not known */
    enum kp_evidence threads_by;
    int64_t smem_dynamic; /* dynamic shared memory per block, in bytes; -1: not known */
    enum kp_evidence smem_by;
    struct kp_loop_facts loop;
    /* for few and for more neighbours; share 0: they cannot be merged */
    struct kp_shares merged[2];
};

/* One launch to analyse. */
struct kp_analyzed_launch {
    const char *sizes;   /* "M=4096 N=4096 K=4096"; NULL: there is no case */
    double flops, bytes; /* of the launch; 0: not known */
    int64_t blocks;      /* of the grid; 0: not known */
    enum kp_evidence work_by;
    double ms; /* 0: not known */
    enum kp_evidence ms_by;
};

/* ---- the steps --------------------------------------------------------------------------- */

enum kp_roof {
    KP_BOUND_OPEN,
    KP_BOUND_COMPUTE, /* the math pipe's peak */
    KP_BOUND_MEMORY,  /* the memory's bandwidth */
    KP_BOUND_SHARED,  /* shared memory's port */
    KP_BOUND_ISSUE,   /* the schedulers' slots */
    KP_BOUND_LATENCY  /* none of the above is reached: latency */
};
const char *kp_bound_name(enum kp_roof b);

/* The share of a roof from which on the roof counts as what bounds the kernel; Nsight Compute's
 * rule. */
#define KP_ROOF_REACHED 0.6

/* Baseline and roofline of one launch. */
struct kp_roofline {
    double peak, balance; /* 10^12 operations per second; operations per byte */
    double intensity;     /* operations per byte; 0: not known */
    double attainable;    /* 10^12 operations per second, under the roof */
    double roof_ms;       /* the least time under both roofs */
    double gflops, gbs;   /* achieved; 0 without a time */
    double share_peak, share_dram;
    /* The share of shared memory's port and of the issue slots that is used, computed from the main
     * loop's code and the number of iterations that the operations need; 0: not known. */
    double share_shared, share_issue;
    enum kp_roof side;         /* which roof is above this intensity: KP_BOUND_COMPUTE or _MEMORY */
    enum kp_roof bound;        /* with a time */
    enum kp_evidence bound_by; /* evidence of the time, or the profiler */
    double waves; /* blocks of the grid divided by the blocks resident at once; 0: not known */
};

struct kp_residence {
    int threads, warps;       /* per block */
    int64_t smem;             /* static and dynamic, bytes per block */
    int blocks, active_warps; /* per SM */
    enum kp_limiter limit;
    /* blocks per SM if only that resource were limited; 0: it does not limit */
    int by[KP_LIMIT_REGISTERS + 1];
    int spare_registers; /* registers per thread that can be added before a block is lost */
    /* registers per thread to save for one more block; 0: registers do not limit */
    int fewer_registers;
};

/* Per K tile; of one thread unless a field says otherwise. */
struct kp_ratio {
    double math, loads, bytes; /* of a thread: instructions, instructions, bytes */
    double per_load;           /* math instructions per load; 0: no loads */
    double per_byte;           /* operations of the block per byte that it loads; 0: not known */
    bool by_tiles;    /* bytes are the size of the tiles, not those of the loads in the code */
    const char *band; /* the range that per_byte is in, in words */
};

/* Average stall counts of FFMA, HMMA and IMMA instructions; NAN: there is no such instruction. */
struct kp_mix {
    double ffma, hmma, imma;
    /* time of shared memory's port divided by that of the math pipe; NAN: not known */
    double shared_load;
};

struct kp_cliff_step {
    /* the most shared memory per block, in bytes, with as many blocks per SM as now */
    int64_t cliff;
    int64_t tile_bytes; /* bytes that a second buffer adds */
    bool tiles_assumed; /* tile_bytes is assumed: all static shared memory */
    int64_t doubled;    /* shared memory per block with two buffers */
    int blocks_doubled; /* per SM; 0: it does not fit at all */
    int blocks_lost;
};

/* The model of docs/user/analyze.md: cycles of an SM per tile. */
struct kp_estimate {
    const char *why_not; /* why there is no estimate, all other fields are then 0; or NULL */
    /* cycles that one block's tile keeps the math pipe, the schedulers and shared memory's port
     * busy */
    double math, issue, shared;
    double chain;   /* a warp's own issue time */
    double latency; /* of a load */
    double rounds;  /* how many times per tile loads are waited for, one after the other */
    int stages;     /* buffers per tile that hide the latency, 2 to 4 */
    double exposed; /* share of the time in which the kernel only waits for loads */
    /* speedup from hiding the loads, from and to, with the present blocks per SM */
    double pipeline[2];
    double doubled[2]; /* the same with the blocks that two buffers leave */
    double merged[2];  /* speedup from merging few and more blocks; 0: they cannot be merged */
};

/* A row of the optimisation matrix that applies to this kernel. */
struct kp_advice {
    const struct kp_matrix_row *row;
    double gain[2];                 /* predicted speedup, from and to; 0, 0: no figure */
    const char *from;               /* what the range rests on */
    KP_VEC(const char *) conflicts; /* conflicts of the row, and those that the figures show */
};

/* ---- one kernel -------------------------------------------------------------------------- */

struct kp_analysis {
    struct kp_facts *facts;
    const struct kp_overlap *overlap;         /* of the main loop; NULL: none, or no machine code */
    KP_VEC(struct kp_analyzed_launch) points; /* at least one */
    KP_VEC(struct kp_roofline) rooflines;     /* by point */
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
    const char *built_not;    /* why there is no machine code; NULL: there is */
    KP_VEC(const char *) notes;
    KP_VEC(struct kp_analysis) kernels;
    const struct kp_rules *rules;
    struct kp_unit *unit; /* the source, for its lints; NULL for machine code */
    bool has_profile;
};

/* Fills the facts that machine code gives. `overlap` is that of the main loop; NULL: there is none.
 */
void kp_facts_of_sass(struct kp_arena *a, unsigned arch, const struct kp_sass_kernel *k,
                      const struct kp_overlap *overlap, struct kp_facts *out);

/* Fills each kernel's lints, if there is a unit. Points must be set. */
void kp_analyze_lints(struct kp_arena *a, struct kp_analyzed *all);

/* Runs all steps in order. `x` must have facts and points. */
void kp_analyze(struct kp_arena *a, const struct kp_analyzed *all, struct kp_analysis *x);

enum kp_precision kp_precision_of(const struct kp_facts *f);
void kp_step_residence(const struct kp_target *t, const struct kp_facts *f,
                       struct kp_residence *out);
void kp_step_roofline(const struct kp_gpu *g, const struct kp_facts *f,
                      const struct kp_analyzed_launch *point, const struct kp_residence *r,
                      struct kp_roofline *out);
/* Replaces the shares that were computed from the code by those that the profiler counted. */
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

/* The cycles, at worst, in which each of the `blocks` on an SM computes one tile, for the kernel as
 * it is now. */
double kp_estimate_now(const struct kp_estimate *e, int blocks, double overlap);

/* Cycles of an SM's math pipe for one warp's share of a tile; 0 when a peak rate is unknown. */
double kp_math_cycles(const struct kp_gpu *g, const struct kp_loop_facts *l);

/* ---- the report -------------------------------------------------------------------------- */

/* "line 31: ... [KP701]" */
const char *kp_lint_line(struct kp_arena *a, const struct kp_unit *u, const struct kp_lint *l);

/* The report as text. `plots`: how figures are drawn with characters; NULL: no figures. */
const char *kp_analyze_text(struct kp_arena *a, const struct kp_analyzed *all,
                            const struct kp_plot_style *plots);
const char *kp_analyze_markdown(struct kp_arena *a, const struct kp_analyzed *all);
const char *kp_analyze_json(struct kp_arena *a, const struct kp_analyzed *all);

#endif
