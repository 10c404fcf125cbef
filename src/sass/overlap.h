/* Which math the loads of a main loop overlap with, and the comparison of two versions of a kernel.
 */
#ifndef KP_SASS_OVERLAP_H
#define KP_SASS_OVERLAP_H

#include "sass/sass.h"

/* The number of the main loop, the one that computes on tiles; -1 when the kernel has no loop.
 * Candidates are the innermost loops that have both loads from global memory and a block barrier or
 * a wait for commit groups; if there are none, those that have one of the two; else all innermost
 * loops. The one with the most math is chosen, and among equals the one with the most asynchronous
 * copies. */
int kp_sass_main_loop(const struct kp_sass_kernel *k);
/* The loop as written, which stands beside its pipelined self for a run-time test; -1: none does.
 */
int kp_sass_other_loop(const struct kp_sass_kernel *k, int main);

/* The innermost loop with code from that line of the kernel's file, including code inlined there;
 * of several, the one with the most math. -1: none. */
int kp_sass_loop_at_line(const struct kp_sass_kernel *k, unsigned line);

enum kp_overlap_verdict { KP_OVERLAP_NONE, KP_OVERLAP_PARTLY, KP_OVERLAP_FULL, KP_OVERLAP_UNKNOWN };

/* "not", "partly", "overlapped" or "unknown". */
const char *kp_overlap_name(enum kp_overlap_verdict v);

/* One load from global memory or asynchronous copy of the loop, and the instruction that first
 * waits for it, walking from the load through the loop's code in the order of addresses and over
 * its end to the next iteration. */
struct kp_overlap_load {
    uint32_t load, wait; /* instructions; wait is KP_SASS_NONE when none is found */
    uint32_t commit;     /* an asynchronous copy: LDGDEPBAR of its group; else KP_SASS_NONE */
    /* how often the end of the loop is passed in between: 1 is the next iteration */
    unsigned iterations;
    unsigned math;       /* math instructions in between, counted each time they are passed */
    unsigned inner_math; /* of these, those in inner loops, counted once per pass */
    unsigned cycles;     /* sum of the stall counts in between: a lower bound of the time */
    unsigned barriers;   /* block barriers in between */
    bool barrier_first;  /* one of them is before the first math */
    enum kp_overlap_verdict verdict;
    const char *reason; /* why not, a clause of a sentence; NULL when overlapped */
};

struct kp_overlap {
    const struct kp_sass_kernel *kernel;
    int loop;
    KP_VEC(uint32_t) insns; /* instructions of the loop, by address */
    KP_VEC(struct kp_overlap_load) loads;
    bool counts_int; /* the loop has only integer math, so integer instructions count as math */
    unsigned math, inner_math;
    unsigned tiles;  /* stretches between block barriers that contain math; at least 1 */
    unsigned cycles; /* sum of all stall counts */
    unsigned bytes;  /* bytes per thread of all loads */
    unsigned waited; /* bits of the scoreboards that instructions of the loop wait for */
    /* The share of the math per stretch that is between the loads and their waits, averaged with
     * the loads' bytes as weights; at most 1 per load. */
    double share;
    enum kp_overlap_verdict verdict; /* from the loads' verdicts, weighted by bytes */
    const char *reason;
};

/* The shares of the math per stretch from which on a load counts as overlapped or partly
 * overlapped. */
#define KP_OVERLAP_FULL_SHARE 0.5
#define KP_OVERLAP_PARTLY_SHARE 0.125

void kp_overlap_find(struct kp_arena *a, const struct kp_sass_kernel *k, int loop,
                     struct kp_overlap *out);

/* True if the instruction counts as math for `o` (counts_int). */
bool kp_overlap_counts(const struct kp_overlap *o, const struct kp_sass_insn *x);

/* The number of local memory loads and stores in the kernel: spilled registers, arrays on the
 * stack. */
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

/* Checks a rewritten kernel's main loop against the original's. `wants_async`: the rewritten source
 * uses cp.async. */
void kp_sass_compare(struct kp_arena *a, const struct kp_overlap *original,
                     const struct kp_overlap *rewritten, bool wants_async, kp_sass_checks *out);

#endif
