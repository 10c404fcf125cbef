/* What the loads of a main loop overlap with, and two versions of a kernel compared. */
#ifndef KP_SASS_OVERLAP_H
#define KP_SASS_OVERLAP_H

#include "sass/sass.h"

/* The number of the loop that computes on tiles, -1 when the kernel has no loop: of the innermost
 * loops with a block barrier or a wait for commit groups, and loads from global memory, the one
 * with the most math, of these with the most asynchronous copies; else of those with one of the
 * two; else of all innermost ones. */
int kp_sass_main_loop(const struct kp_sass_kernel *k);

/* The innermost loop with code of that line of the kernel's file (also what was inlined there),
 * with the most math when there are several; -1. */
int kp_sass_loop_at_line(const struct kp_sass_kernel *k, unsigned line);

enum kp_overlap_verdict { KP_OVERLAP_NONE, KP_OVERLAP_PARTLY, KP_OVERLAP_FULL, KP_OVERLAP_UNKNOWN };

/* "not", "partly", "overlapped", "unknown" */
const char *kp_overlap_name(enum kp_overlap_verdict v);

/* One load from global memory or asynchronous copy of the loop, and the instruction that first
 * waits for it, walking from the load through the loop's code in the order of addresses and over
 * its end to the next iteration. */
struct kp_overlap_load {
    uint32_t load, wait; /* instructions; wait is KP_SASS_NONE when none is found */
    uint32_t commit;     /* an asynchronous copy: LDGDEPBAR of its group; else KP_SASS_NONE */
    unsigned iterations; /* ends of the loop's code in between: 1 is the next iteration */
    unsigned math;       /* math instructions in between, each as often as its code is passed */
    unsigned inner_math; /* of these, in loops inside the loop: once per pass, whatever the trips */
    unsigned cycles;    /* sum of the stall counts in between: the warp's own issue time, no less */
    unsigned barriers;  /* block barriers in between */
    bool barrier_first; /* one of them is in front of the first math */
    enum kp_overlap_verdict verdict;
    const char *reason; /* a clause; NULL when overlapped */
};

struct kp_overlap {
    const struct kp_sass_kernel *kernel;
    int loop;
    KP_VEC(uint32_t) insns; /* of the loop, by address */
    KP_VEC(struct kp_overlap_load) loads;
    bool counts_int; /* the loop has no other math: integer instructions count as math */
    unsigned math, inner_math;
    unsigned tiles;  /* stretches between block barriers that hold math: at least 1 */
    unsigned cycles; /* sum of all stall counts */
    unsigned bytes;  /* per thread, all loads */
    unsigned waited; /* scoreboards that some instruction of the loop waits for, as bits */
    bool has_inner_loops;
    /* Of the math per stretch, what is between the loads and their waits, by the loads' bytes;
     * a load counts at most 1. */
    double share;
    enum kp_overlap_verdict verdict; /* by the loads' bytes */
    const char *reason;
};

/* Shares of the math per stretch from which on a load is overlapped, or partly so. */
#define KP_OVERLAP_FULL_SHARE 0.5
#define KP_OVERLAP_PARTLY_SHARE 0.125

void kp_overlap_find(struct kp_arena *a, const struct kp_sass_kernel *k, int loop,
                     struct kp_overlap *out);

/* A math instruction in the sense of `o`. */
bool kp_overlap_counts(const struct kp_overlap *o, const struct kp_sass_insn *x);

/* Loads and stores of local memory in the kernel: spilled registers, arrays on the stack. */
unsigned kp_sass_spills(const struct kp_sass_kernel *k);

/* ---- two versions ------------------------------------------------------------------------ */

enum kp_check_result { KP_CHECK_PASSED, KP_CHECK_FAILED, KP_CHECK_OPEN };

struct kp_sass_check {
    /* "math-per-tile", "no-new-spills", "async-copies", "no-barrier", "overlap" */
    const char *name;
    enum kp_check_result result;
    const char *text; /* the finding in one line */
};

typedef KP_VEC(struct kp_sass_check) kp_sass_checks;

/* The checks of a rewritten kernel's main loop against the original's. `wants_async`: the rewritten
 * source says that it uses cp.async. */
void kp_sass_compare(struct kp_arena *a, const struct kp_overlap *original,
                     const struct kp_overlap *rewritten, bool wants_async, kp_sass_checks *out);

#endif
