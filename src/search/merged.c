/* Candidates with merged blocks: pairs first, and more while more is better. */
#include "search/candidates.h"

#include "plan/plan.h"
#include "search/rank.h"

/* Pairs, then more of them; a row of ROUNDS ends where the next begins. The last is tried where
 * times are measured only: 8x4 and 8x8 are predicted alike, and either may be 1.2 times as fast. */
const struct kp_merge kp_merges[KP_MERGES] = {
    {.y = 2, .x = 1}, {.y = 1, .x = 2},         {.y = 2, .x = 2},         {.z = 2, .y = 1, .x = 1},
    {.y = 4, .x = 1}, {.y = 1, .x = 4},         {.y = 4, .x = 2},         {.y = 2, .x = 4},
    {.y = 4, .x = 4}, {.z = 4, .y = 1, .x = 1}, {.z = 2, .y = 1, .x = 2}, {.z = 2, .y = 2, .x = 1},
    {.y = 8, .x = 4}, {.z = 4, .y = 1, .x = 2}, {.y = 8, .x = 8}};
enum { PREDICTED = KP_MERGES - 1 };
static const size_t rounds[] = {0, 4, 12, PREDICTED};

/* The rounding of results may change with a merged kernel, and small grids lose: not for less than
 * predictions are off by. */
static const double CLEARLY = 0.95;

static bool is_merged(const struct kp_candidate *x, size_t i)
{
    return x->attempt.unit->loops.v[i]->merged && x->built.time > 0;
}

static bool is_not_merged(const struct kp_candidate *x, size_t i)
{
    return !x->attempt.unit->loops.v[i]->merged;
}

/* True if the loop is the only one of its kernel with tiles, and the grid is known. */
static bool can_be_predicted(const struct kp_search *s, size_t i, const struct kp_candidates *all)
{
    const struct kp_unit *u = s->first;

    for (size_t k = 0; k < u->loops.n; k++)
        if (k != i && u->loops.v[k]->function == u->loops.v[i]->function && u->loops.v[k]->tiles.n)
            return false;
    return s->judge.predictor && s->launched[i] && all->list.n;
}

/* True if launches that choose (texts/clone_grids.c) would use the clone, of which so many blocks
 * fit on an SM. */
static bool pays(const struct kp_search *s, size_t i, struct kp_merge by, int room)
{
    const uint32_t *grid = s->launched[i]->grid, *block = s->launched[i]->block;

    return kp_merge_has_blocks(by, grid) &&
           kp_merge_pays(by, grid, (unsigned)s->judge.predictor->timing->sms, (unsigned)room,
                         (uint64_t)block[0] * block[1] * block[2]);
}

/* True if the threads of a block can have enough registers; with spills, merged blocks gain
 * nothing. */
static bool fits(const struct kp_search *s, size_t i, const struct kp_candidate *x)
{
    const uint32_t *block = s->launched[i]->block;

    return kp_copies_fit(s->judge.target, x->attempt.unit->loops.v[i],
                         (int64_t)block[0] * block[1] * block[2]);
}

static void add(struct kp_search *s, size_t i, struct kp_request request, struct kp_candidates *all)
{
    size_t n = all->list.n;

    if (!pays(s, i, request.merge, 1))
        return;
    request.because = "merged blocks make most of it";
    kp_add_candidate(s, i, request, all);
    if (all->list.n > n && !fits(s, i, &all->list.v[n]))
        all->list.n = n;
}

/* More plans for the best way to merge: what gained by it on an H200 (docs/user/merge.md). */
static void add_more(struct kp_search *s, size_t i, struct kp_merge by, struct kp_candidates *all)
{
    struct kp_request asked = kp_request_of(s->first->options, i), request;

    asked.merge = by;
    if (asked.variant)
        return;
    request = asked;
    request.variant = KP_VARIANT_LDG;
    add(s, i, request, all);
    if (!s->first->options->layout) {
        request.layout = KP_LAYOUT_AUTO;
        add(s, i, request, all);
        request.variant = KP_VARIANT_AUTO;
        add(s, i, request, all);
    }
    if (asked.shape || asked.stages)
        return;
    request = asked;
    request.variant = KP_VARIANT_SINGLE;
    add(s, i, request, all);
    request.variant = KP_VARIANT_CP_ASYNC;
    request.shape = KP_SHAPE_LATE;
    request.stages = 3;
    request.unroll = true;
    add(s, i, request, all);
}

/* What is merged counts only where it is clearly better than the best that is not. */
static void keep_clear_ones(struct kp_search *s, size_t i, struct kp_candidates *all)
{
    const struct kp_candidate *other = kp_best_candidate(s, all, is_not_merged, i);

    for (size_t k = 0; k < all->list.n; k++) {
        struct kp_candidate *x = &all->list.v[k];

        if (!is_not_merged(x, i) &&
            (!(x->built.time > 0) || !pays(s, i, x->request.merge, x->built.blocks_after) ||
             (other && !kp_is_better_by(&x->built, &other->built, CLEARLY))))
            x->usable = false;
    }
}

void kp_add_merged(struct kp_search *s, size_t i, struct kp_candidates *all)
{
    const struct kp_candidate *best = NULL;
    struct kp_request request = kp_request_of(s->first->options, i);
    size_t n;

    if (!can_be_predicted(s, i, all))
        return;
    for (size_t r = 0; rounds[r] < PREDICTED; r++) {
        n = all->list.n;
        for (size_t k = rounds[r]; k < rounds[r + 1]; k++) {
            request.merge = kp_merges[k];
            add(s, i, request, all);
        }
        kp_build_candidates(s, i, all, n);
        best = kp_best_candidate(s, all, is_merged, i);
        if (!best || best < &all->list.v[n])
            break;
    }
    n = all->list.n;
    if (best)
        add_more(s, i, best->request.merge, all);
    kp_build_candidates(s, i, all, n);
    kp_keep_clear_rows(s, i, all, n);
    keep_clear_ones(s, i, all);
}
