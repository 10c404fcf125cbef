/* Candidates whose compute loads several iterations at a time (texts/batched.c). */
#include "search/candidates.h"

#include "plan/plan.h"

/* The inner loop stands twice: not for less than predictions are off by. */
static const double CLEARLY = 0.95;

static bool is_not_batched(const struct kp_candidate *x, size_t i)
{
    return !x->attempt.unit->loops.v[i]->plan.batch;
}

/* The request with batches, unless the loop has nothing to load so. */
static void add(struct kp_search *s, size_t i, struct kp_request request, int size,
                struct kp_candidates *all)
{
    request.batch = size;
    request.because = "loads of compute in batches make most of it";
    kp_add_special(s, i, request, is_not_batched, all);
}

void kp_add_batched(struct kp_search *s, size_t i, struct kp_candidates *all)
{
    struct kp_request asked = kp_request_of(s->first->options, i);
    const struct kp_candidate *best = kp_best_candidate(s, all, NULL, i);
    size_t n = all->list.n;

    if (!s->judge.predictor || asked.batch || !best)
        return;
    add(s, i, best->request, KP_BATCH_SIZE, all);
    if (all->list.n == n)
        return;
    if (!asked.variant) {
        asked.variant = KP_VARIANT_LDG;
        add(s, i, asked, KP_BATCH_SIZE, all);
        add(s, i, asked, 2 * KP_BATCH_SIZE, all);
    }
    kp_build_candidates(s, i, all, n);
    kp_keep_clear(s, i, all, n, is_not_batched, CLEARLY);
}
