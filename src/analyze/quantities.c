/* The kernel's figures under the names that the decision matrix knows. */
#include <math.h>

#include "analyze/analyze.h"

static void set(struct kp_quantities *q, enum kp_quantity name, double value, bool known)
{
    q->v[name] = known ? value : NAN;
}

static void loop_figures(const struct kp_analysis *x, struct kp_quantities *q)
{
    const struct kp_loop_facts *l = &x->facts->loop;
    bool found = l->found;
    double math = found && l->math ? l->math : NAN;

    set(q, KP_QUANTITY_MATH, x->ratio.math, found);
    set(q, KP_QUANTITY_LOADS, x->ratio.loads, found);
    set(q, KP_QUANTITY_RATIO, x->ratio.per_load, found && x->ratio.loads);
    set(q, KP_QUANTITY_BARRIERS, l->barriers, found);
    set(q, KP_QUANTITY_OVERLAP, l->overlap, found);
    set(q, KP_QUANTITY_ASYNC, l->async, found);
    set(q, KP_QUANTITY_FFMA, l->count[KP_INSN_FFMA] / math, found);
    set(q, KP_QUANTITY_HMMA, l->count[KP_INSN_HMMA] / math, found);
    set(q, KP_QUANTITY_IMMA, l->count[KP_INSN_IMMA] / math, found);
    set(q, KP_QUANTITY_FFMA_STALL, x->mix.ffma, found);
    set(q, KP_QUANTITY_HMMA_STALL, x->mix.hmma, found);
    set(q, KP_QUANTITY_IMMA_STALL, x->mix.imma, found);
    set(q, KP_QUANTITY_SHARED_LOAD, x->mix.shared_load, found);
    set(q, KP_QUANTITY_PIPELINE_GAIN, x->estimate.pipeline[1], !x->estimate.why_not);
    set(q, KP_QUANTITY_MERGE_GAIN, x->estimate.merged[0],
        !x->estimate.why_not && x->estimate.merged[0] > 0);
    set(q, KP_QUANTITY_SPILLS, x->facts->spills, x->facts->evidence == KP_BY_SASS);
}

void kp_step_quantities(const struct kp_analyzed *all, struct kp_analysis *x)
{
    struct kp_quantities *q = &x->quantities;
    enum kp_roof bound = x->rooflines.v[x->rooflines.n - 1].bound;
    bool timed = bound != KP_BOUND_OPEN;

    loop_figures(x, q);
    set(q, KP_QUANTITY_CP_ASYNC, all->target->has_cp_async, true);
    set(q, KP_QUANTITY_WARPS, x->residence.active_warps, x->facts->threads > 0);
    set(q, KP_QUANTITY_HIDING_WARPS, all->gpu ? all->gpu->hiding_warps : 0, all->gpu != NULL);
    set(q, KP_QUANTITY_BLOCKS, x->residence.blocks, true);
    set(q, KP_QUANTITY_BLOCKS_LOST, x->cliff.blocks_lost, x->cliff.tile_bytes > 0);
    set(q, KP_QUANTITY_MEMORY_BOUND, bound == KP_BOUND_MEMORY, timed);
    set(q, KP_QUANTITY_COMPUTE_BOUND, bound == KP_BOUND_COMPUTE, timed);
    set(q, KP_QUANTITY_LATENCY_BOUND, bound == KP_BOUND_LATENCY, timed);
}
