#include "search/tune_more.h"

#include "rule/rule.h"
#include "search/attempt.h"
#include "search/launched.h"
#include "search/rank.h"

size_t kp_tune_loop(const struct kp_case *c, const struct kp_unit *u)
{
    size_t i = 0;

    while (i < u->loops.n && !(kp_is_pipelined(u->loops.v[i]) && kp_case_runs(c, u, i)))
        i++;
    return i;
}

/* ---- ways to merge --------------------------------------------------------------------------- */

static bool is_same_merge(struct kp_merge a, struct kp_merge b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_among(const struct kp_merge *v, size_t n, struct kp_merge by)
{
    for (size_t i = 0; i < n; i++)
        if (is_same_merge(v[i], by))
            return true;
    return false;
}

/* The merge of the plan with the least predicted time, beside the n of `but`; x is 0 if there is
 * none. */
static struct kp_merge likely_merge(const struct kp_tune *t, const struct kp_merge *but, size_t n)
{
    const struct kp_try *best = NULL;

    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_try *x = &t->tries.v[i];

        if (!x->dropped && x->request.merge.x && !is_among(but, n, x->request.merge) &&
            x->built.time > 0 && (!best || x->built.time < best->built.time))
            best = x;
    }
    return best ? best->request.merge : (struct kp_merge){0};
}

void kp_tune_likely_merges(const struct kp_tune *t, struct kp_merge v[KP_LIKELY_MERGES])
{
    for (size_t k = 0; k < KP_LIKELY_MERGES; k++)
        v[k] = likely_merge(t, v, k);
}

/* ---- requests for blocks --------------------------------------------------------------------- */

/* It lost a block per SM to registers: as many as the original has. */
static bool can_be_bounded(const struct kp_tune *t, const struct kp_unit *source,
                           const struct kp_try *x)
{
    size_t loop = kp_tune_loop(t->c, x->unit);

    return !x->dropped && loop < x->unit->loops.n &&
           kp_can_be_bounded(source, x->unit->loops.v[loop], &x->built);
}

/* For merged blocks: one more on an SM may be worth some spills, where registers are the limit and
 * a quarter of them has to go for it at most. Where shared memory is the limit, a request for the
 * blocks that there are leaves ptxas the registers that it saves otherwise. Such requests are made
 * for the plans that are predicted to be the fastest (docs/user/merge.md). */
enum { SOME_SPILLS = 256, MOST_ASKED = 4 };

/* 0: none that may gain. */
static int blocks_to_ask(const struct kp_tune *t, const struct kp_unit *source,
                         const struct kp_try *x)
{
    const struct kp_target *target = kp_rule_target(t->source->rules, t->source->options->arch);
    const struct kp_built *b = &x->built;
    size_t loop = kp_tune_loop(t->c, x->unit);
    int more = b->blocks_after + 1;
    int64_t registers = (int64_t)b->registers_after * b->threads * more;

    if (x->dropped || !kp_any_merged(x->unit) || loop == x->unit->loops.n || !b->known ||
        !(b->time > 0) || kp_new_spills(b) || b->threads_assumed || source->options->min_blocks)
        return 0;
    if (x->unit->loops.v[loop]->plan.budget.blocks_after >= more)
        return registers * 3 / 4 <= target->regs_per_sm ? more : 0;
    return registers <= target->regs_per_sm ? b->blocks_after : 0;
}

struct kp_block_request *kp_tune_block_requests(const struct kp_tune *t,
                                                const struct kp_unit *source, size_t *n)
{
    size_t tries = t->tries.n, best;
    struct kp_block_request *v =
        kp_new_array(t->arena, struct kp_block_request, tries + MOST_ASKED + 1);
    bool *done = kp_new_array(t->arena, bool, tries + 1);

    *n = 0;
    for (size_t i = 0; i < tries; i++)
        if (can_be_bounded(t, source, &t->tries.v[i]))
            v[(*n)++] = (struct kp_block_request){i, t->tries.v[i].built.blocks_before};
    for (int k = 0; k < MOST_ASKED; k++) {
        best = tries;
        for (size_t i = 0; i < tries; i++)
            if (!done[i] && blocks_to_ask(t, source, &t->tries.v[i]) &&
                (best == tries || t->tries.v[i].built.time < t->tries.v[best].built.time))
                best = i;
        if (best == tries)
            break;
        done[best] = true;
        v[(*n)++] = (struct kp_block_request){best, blocks_to_ask(t, source, &t->tries.v[best])};
    }
    return v;
}

bool kp_tune_has_requested(const struct kp_try *x)
{
    const struct kp_built *b = &x->built;

    return b->known && b->blocks_after >= x->request.min_blocks &&
           (b->blocks_after <= b->blocks_before || kp_new_spills(b) <= SOME_SPILLS);
}
