/* What hiding the loads could gain: a model of one SM.
 *
 * A block's tile keeps the SM busy for `busy` cycles: the largest of what the math pipe, the four
 * schedulers and shared memory's port need. Its own time is the latency of its loads, once for each
 * round of loads that is issued only when earlier ones have arrived, and then the longer of `busy`
 * and a warp's issue time (`chain`), because all its warps wait for the tile at the barrier. B
 * blocks share the SM. Where they take turns as well as they can, B tiles take
 *
 *     now        max(B * busy, rounds * latency + chain)
 *     pipelined  max(B * busy, latency / (stages - 1), chain)
 *
 * but they do not: in 1 of B cases the others wait, too, so that rounds * latency / B comes on top
 * of B * busy. The first with the latency of L2 (half of that of DRAM), because several blocks read
 * a tile, is the lower end of the range, the second the upper one. docs/user/analyze.md compares it
 * with measurements. Overlap that is there already shortens the latency by as much of the chain. */
#include "analyze/analyze.h"

enum { SCHEDULERS = 4, MAX_STAGES = 4 };
static const double l2_latency = 0.5; /* of that of DRAM */

static double max(double a, double b)
{
    return a > b ? a : b;
}

static double busy_of(const struct kp_estimate *e)
{
    return max(e->math, max(e->issue, e->shared));
}

/* Latency of a tile's loads that its own math does not hide. */
static double open_latency(const struct kp_estimate *e, double latency, double overlap)
{
    return max(e->rounds * latency - overlap * max(busy_of(e), e->chain), 0);
}

/* Cycles per B tiles when blocks take turns, and when they do not always. */
static double in_turns(const struct kp_estimate *e, int blocks, double latency, double overlap)
{
    return max(blocks * busy_of(e), max(busy_of(e), e->chain) + open_latency(e, latency, overlap));
}

static double together(const struct kp_estimate *e, int blocks, double latency, double overlap)
{
    return max(in_turns(e, blocks, latency, overlap),
               blocks * busy_of(e) + open_latency(e, latency, overlap) / blocks);
}

static double pipelined(const struct kp_estimate *e, int blocks, double latency, int stages)
{
    return max(blocks * busy_of(e), max(latency / (stages - 1), e->chain));
}

/* From `blocks` as they are to `after` that are pipelined, per tile. */
static void gains(const struct kp_estimate *e, int blocks, int after, double overlap,
                  int most_stages, double range[2])
{
    double near = e->latency * l2_latency, far = e->latency, per = (double)after / blocks;

    range[0] = in_turns(e, blocks, near, overlap) / pipelined(e, after, near, 2) * per;
    range[1] = together(e, blocks, far, overlap) / pipelined(e, after, far, most_stages) * per;
}

/* As many as it takes until a load's latency passes behind the tiles that are computed meanwhile.
 */
static int stages_for(const struct kp_estimate *e, int blocks)
{
    int stages = 2;

    while (stages < MAX_STAGES && e->latency / (stages - 1) > max(blocks * busy_of(e), e->chain))
        stages++;
    return stages;
}

static const char *why_not(const struct kp_gpu *g, const struct kp_facts *f,
                           const struct kp_residence *r)
{
    if (!f->loop.found)
        return "there is no main loop to analyse";
    if (!g)
        return "no GPU of this architecture is in gpus.ini: name one with --gpu, or add it";
    if (!r->blocks)
        return "no block fits on an SM";
    if (f->loop.inner_math)
        return "loops inside the main loop hold math, and their trips are not in the code";
    if (f->loop.operations_open)
        return "the main loop holds matrix instructions of unknown size";
    if (!f->loop.math)
        return "the main loop holds no math";
    return NULL;
}

/* Merged blocks read a value of a shared tile once for several sums, so that shared memory's port
 * has less to do. At best all instructions but math become fewer, too. */
static double merged(const struct kp_estimate *e, const struct kp_loop_facts *l, int blocks,
                     double share, bool all)
{
    struct kp_estimate less = *e;
    double math = (double)l->math / l->instructions, rest = math + (1 - math) * share;

    less.shared *= share;
    if (all) {
        less.issue *= rest;
        less.chain *= rest;
        less.rounds *= share;
    }
    return together(e, blocks, e->latency, l->overlap) /
           together(&less, blocks, e->latency, l->overlap);
}

static void merged_gains(struct kp_estimate *e, const struct kp_facts *f, int blocks)
{
    for (int i = 0; i < 2; i++)
        if (f->merged[i].share > 0)
            e->merged[i] = merged(e, &f->loop, blocks, f->merged[i].share, i == 1);
}

void kp_step_estimate(const struct kp_gpu *g, const struct kp_facts *f,
                      const struct kp_residence *r, const struct kp_cliff_step *c,
                      struct kp_estimate *out)
{
    const struct kp_loop_facts *l = &f->loop;
    double tiles = l->tiles ? l->tiles : 1;

    *out = (struct kp_estimate){.why_not = why_not(g, f, r)};
    if (out->why_not)
        return;
    out->math = kp_math_cycles(g, l) * r->warps / tiles;
    out->issue = (double)l->instructions * r->warps / SCHEDULERS / tiles;
    out->shared = (double)l->shared_cycles * r->warps / tiles;
    out->chain = l->cycles / tiles;
    out->latency = g->latency_cycles;
    out->rounds = l->rounds / tiles;
    out->stages = stages_for(out, r->blocks);
    gains(out, r->blocks, r->blocks, l->overlap, out->stages, out->pipeline);
    if (c->blocks_doubled)
        gains(out, r->blocks, c->blocks_doubled, l->overlap, 2, out->doubled);
    merged_gains(out, f, r->blocks);
    out->exposed =
        1 - r->blocks * busy_of(out) / together(out, r->blocks, out->latency, l->overlap);
}

double kp_estimate_now(const struct kp_estimate *e, int blocks, double overlap)
{
    return together(e, blocks, e->latency, overlap);
}
