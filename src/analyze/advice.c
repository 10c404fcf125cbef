/* The rows of the decision matrix that speak for the kernel, the most promising first. */
#include <stdlib.h>

#include "analyze/analyze.h"

static bool speaks(const struct kp_matrix_row *row, const struct kp_quantities *q)
{
    for (size_t i = 0; i < row->when.n; i++)
        if (!kp_condition_holds(&row->when.v[i], q))
            return false;
    return true;
}

/* Time by roof time; 0 when one of them is not known. */
static double distance(const struct kp_analysis *x)
{
    size_t last = x->points.n - 1;
    double roof = x->rooflines.v[last].roof_ms;

    return roof && x->points.v[last].ms ? x->points.v[last].ms / roof : 0;
}

static void range(struct kp_advice *to, double low, double high, const char *from)
{
    to->gain[0] = low < high ? low : high;
    to->gain[1] = low < high ? high : low;
    to->from = from;
}

/* What the model gives when one of its terms is less. */
static void with_less(const struct kp_analysis *x, const struct kp_estimate *less,
                      struct kp_advice *to, const char *from)
{
    double overlap = x->facts->loop.overlap;

    range(to, 1,
          kp_estimate_now(&x->estimate, x->residence.blocks, overlap) /
              kp_estimate_now(less, x->residence.blocks, overlap),
          from);
}

/* Issue cycles above what the busiest pipe needs, as far as they are on the critical path. */
static void stalls(const struct kp_analysis *x, struct kp_advice *to)
{
    struct kp_estimate less = x->estimate;

    less.chain = 0;
    with_less(x, &less, to, "the warp's own issue time above what the busiest pipe needs (model)");
}

static void reuse(const struct kp_analysis *x, struct kp_advice *to)
{
    struct kp_estimate less = x->estimate;

    less.shared = 0;
    with_less(x, &less, to, "shared memory's time above that of the other pipes (model)");
}

/* "2x2", "2x2 to 4x4". */
static const char *factors(struct kp_arena *a, const struct kp_shares by[2])
{
    const char *few = kp_merge_text(a, by[0].by), *more = kp_merge_text(a, by[1].by);

    return kp_streq(few, more) ? few : kp_sprintf(a, "%s to %s", few, more);
}

static void estimate(struct kp_arena *a, const struct kp_analysis *x, struct kp_advice *to)
{
    const struct kp_estimate *e = &x->estimate;

    switch (to->row->gain) {
    case KP_GAIN_PIPELINE:
    case KP_GAIN_CLIFF: /* what one buffer and staging registers can hide */
        if (!e->why_not)
            range(to, e->pipeline[0], e->pipeline[1], "the latency that nothing hides (model)");
        break;
    case KP_GAIN_ROOF:
        if (distance(x))
            range(to, 1, distance(x), "the distance to the roof");
        break;
    case KP_GAIN_STALLS:
        if (!e->why_not)
            stalls(x, to);
        break;
    case KP_GAIN_REUSE:
        if (!e->why_not)
            reuse(x, to);
        break;
    case KP_GAIN_MERGE:
        if (!e->why_not && e->merged[0] > 0)
            range(to, e->merged[0], e->merged[1],
                  kp_sprintf(a, "tiles loaded once for %s blocks (model)",
                             factors(a, x->facts->merged)));
        break;
    default:
        break;
    }
    /* nothing is faster than the roof */
    if (distance(x) && to->gain[1] > distance(x) && to->row->gain != KP_GAIN_ROOF) {
        to->gain[1] = distance(x) > 1 ? distance(x) : 1;
        to->gain[0] = to->gain[0] < to->gain[1] ? to->gain[0] : to->gain[1];
        to->from = "the distance to the roof, which is less than the model gives";
    }
}

/* What the kernel's own figures have against it. */
static void conflicts(struct kp_arena *a, const struct kp_analysis *x, struct kp_advice *to)
{
    const struct kp_cliff_step *c = &x->cliff;
    bool doubles = to->row->gain == KP_GAIN_PIPELINE || to->row->gain == KP_GAIN_CLIFF;

    for (size_t i = 0; i < to->row->conflicts.n; i++)
        kp_push(a, &to->conflicts, to->row->conflicts.v[i]);
    if (doubles && c->blocks_lost > 0 && !x->estimate.why_not && c->blocks_doubled)
        kp_push(a, &to->conflicts,
                kp_sprintf(a,
                           "doubling all the same: %d of %d blocks per SM left, %.2fx to %.2fx by "
                           "the model",
                           c->blocks_doubled, x->residence.blocks,
                           x->estimate.doubled[0] < x->estimate.doubled[1] ? x->estimate.doubled[0]
                                                                           : x->estimate.doubled[1],
                           x->estimate.doubled[0] < x->estimate.doubled[1]
                               ? x->estimate.doubled[1]
                               : x->estimate.doubled[0]));
    if (to->row->gain != KP_GAIN_NONE && x->facts->registers && x->residence.blocks > 1 &&
        x->residence.spare_registers < 16)
        kp_push(a, &to->conflicts,
                kp_sprintf(a, "%d registers per thread more, and a block per SM is lost",
                           x->residence.spare_registers + 1));
}

static int better_first(const void *left, const void *right)
{
    const struct kp_advice *a = left, *b = right;

    if (a->gain[1] != b->gain[1])
        return a->gain[1] < b->gain[1] ? 1 : -1;
    return (a->row > b->row) - (a->row < b->row);
}

void kp_step_advice(struct kp_arena *a, const struct kp_analyzed *all, struct kp_analysis *x)
{
    size_t n;
    const struct kp_matrix_row *rows = kp_rule_matrix(all->rules, &n);

    for (size_t i = 0; i < n; i++) {
        struct kp_advice advice = {.row = &rows[i]};

        if (!speaks(&rows[i], &x->quantities))
            continue;
        estimate(a, x, &advice);
        conflicts(a, x, &advice);
        kp_push(a, &x->advice, advice);
    }
    if (x->advice.n)
        qsort(x->advice.v, x->advice.n, sizeof *x->advice.v, better_first);
}
