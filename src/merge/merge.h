/* Thread-block merging: one block does the work of FZ x FY x FX neighbouring blocks in lockstep, so
 * that tiles that they share are loaded once. The source text is changed first; the passes then run
 * on the result as on any file.
 *
 * A block of the original is called a sub-block. The grid does not change; blocks without work
 * return at once. docs/dev/soundness.md explains why the result is the same.
 *
 * Yang et al., A GPGPU Compiler for Memory Optimization and Parallelism Management (PLDI 2010);
 * Magni, Dubach, O'Boyle, A Large-Scale Cross-Architecture Evaluation of Thread-Coarsening (SC
 * 2013). */
#ifndef KP_MERGE_MERGE_H
#define KP_MERGE_MERGE_H

#include "kp.h"

/* The result for the kernel of a loop; one per loop of the unit. */
struct kp_merged {
    const char *words;   /* out: "4x8 blocks merged into one"; NULL: nothing was changed */
    const char *picture; /* out: lines of text that show which blocks share the loop's tiles */
    struct kp_merge by;  /* out: the number of blocks merged along each axis */
    /* out: why they cannot be merged; code NONE: they were, or it was not requested */
    struct kp_refusal why;
};

/* The input with the blocks of its kernels merged as options->merge asks, or NULL when no kernel's
 * can be. In the arena. Runs after the legal pass, because only kernels with a K-loop that may be
 * rewritten are changed. */
const char *kp_merge_blocks(struct kp_unit *u, struct kp_merged *loops, size_t *size);

#endif
