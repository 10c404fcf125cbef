/* Thread-block merging: one block does the work of FZ x FY x FX neighbouring ones in lockstep, so
 * that tiles which these share are loaded once. A change of the source text that stands by itself:
 * the passes run over the result as over any file.
 *
 * A block that was merged is a sub-block. The grid stays as it is; blocks that have no work left
 * return at once. See docs/dev/soundness.md for why the result is the same.
 *
 * Yang et al., A GPGPU Compiler for Memory Optimization and Parallelism Management (PLDI 2010);
 * Magni, Dubach, O'Boyle, A Large-Scale Cross-Architecture Evaluation of Thread-Coarsening (SC
 * 2013). */
#ifndef KP_MERGE_MERGE_H
#define KP_MERGE_MERGE_H

#include "kp.h"

/* What became of the kernel of a loop; one per loop of the unit. */
struct kp_merged {
    const char *words;     /* out: "4x8 blocks merged into one"; NULL: nothing was changed */
    const char *picture;   /* out: of the loop's tiles, which blocks share them; in lines */
    struct kp_merge by;    /* out: how many */
    struct kp_refusal why; /* out: why not; code NONE: it was, or nobody asked */
};

/* The input with the blocks of its kernels merged as options->merge asks, or NULL when no kernel
 * can be. Arena-owned. Needs the model and the legal pass: only kernels with a K-loop that may be
 * rewritten are looked at. */
const char *kp_merge_blocks(struct kp_unit *u, struct kp_merged *loops, size_t *size);

#endif
