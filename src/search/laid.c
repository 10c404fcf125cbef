/* Candidates with other rows of shared arrays (docs/user/layout.md). */
#include "search/candidates.h"

#include "plan/plan.h"

/* Rows that become longer change declarations of the source: not for less than predictions are off
 * by. Ten measured kernels that gain by them are predicted at 0.3 to 0.75 of the others' score; one
 * above that loses 7%. */
static const double CLEARLY = 0.85;

static bool keeps_rows(const struct kp_candidate *x, size_t i)
{
    return !x->attempt.unit->loops.v[i]->laid_out;
}

/* The request with other rows, unless there are none that avoid bank conflicts. */
static void add(struct kp_search *s, size_t i, struct kp_request request, struct kp_candidates *all)
{
    request.layout = KP_LAYOUT_AUTO;
    request.because = "other rows make most of it";
    kp_add_special(s, i, request, keeps_rows, all);
}

/* With them, the plan that was the best before, and the two between which they decide: copies that
 * wait for banks of their own, and stores. */
static void add_each(struct kp_search *s, size_t i, const struct kp_candidate *best,
                     struct kp_candidates *all)
{
    struct kp_request asked = kp_request_of(s->first->options, i), request = asked;
    struct kp_request of_best = best ? best->request : asked;

    add(s, i, asked, all);
    add(s, i, of_best, all);
    if (asked.variant || asked.shape || asked.stages)
        return;
    request.variant = KP_VARIANT_LDG;
    add(s, i, request, all);
    request.variant = KP_VARIANT_CP_ASYNC;
    request.shape = KP_SHAPE_RING;
    request.stages = 3;
    add(s, i, request, all);
}

void kp_keep_clear_rows(struct kp_search *s, size_t i, struct kp_candidates *all, size_t from)
{
    kp_keep_clear(s, i, all, from, keeps_rows, CLEARLY);
}

void kp_add_laid_out(struct kp_search *s, size_t i, struct kp_candidates *all)
{
    size_t n = all->list.n;

    if (!s->judge.predictor || s->first->options->layout || !n)
        return;
    add_each(s, i, kp_best_candidate(s, all, NULL, i), all);
    kp_build_candidates(s, i, all, n);
    kp_keep_clear_rows(s, i, all, n);
}
