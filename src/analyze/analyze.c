/* The steps in their order. */
#include "analyze/analyze.h"

void kp_analyze(struct kp_arena *a, const struct kp_analyzed *all, struct kp_analysis *x)
{
    if (!x->points.n)
        kp_push(a, &x->points, (struct kp_analyzed_launch){0});
    x->precision = kp_precision_of(x->facts);
    kp_step_residence(all->target, x->facts, &x->residence);
    for (size_t i = 0; i < x->points.n; i++) {
        struct kp_roofline r;

        kp_step_roofline(all->gpu, x->facts, &x->points.v[i], &x->residence, &r);
        if (x->profile && x->points.v[i].ms_by == KP_BY_PROFILER)
            kp_roofline_of_profile(x->profile, &r);
        kp_push(a, &x->rooflines, r);
    }
    kp_step_ratio(x->facts, x->residence.threads, &x->ratio);
    kp_step_mix(all->gpu, x->facts, &x->mix);
    kp_step_cliff(all->target, x->facts, &x->residence, &x->cliff);
    kp_step_estimate(all->gpu, x->facts, &x->residence, &x->cliff, &x->estimate);
    kp_step_quantities(all, x);
    kp_step_advice(a, all, x);
}
