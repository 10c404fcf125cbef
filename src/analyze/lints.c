/* The lints of a source, with what is known of its kernels, each given to the kernels it is about.
 */
#include "analyze/analyze.h"

static bool is_of(const char *function, const char *kernel)
{
    size_t n = strcspn(kernel, "<");

    return strlen(function) == n && strncmp(function, kernel, n) == 0;
}

static void add_facts(struct kp_arena *a, const struct kp_analyzed *all,
                      const struct kp_analysis *x, struct kp_lint_facts_list *to)
{
    const struct kp_facts *f = x->facts;
    const struct kp_analyzed_launch *last = x->points.n ? &x->points.v[x->points.n - 1] : NULL;
    struct kp_lint_facts known = {
        .kernel = kp_strndup(a, f->name, strcspn(f->name, "<")),
        .spill_bytes = f->spill_bytes,
        .blocks = last ? last->blocks : 0,
        .sms = all->gpu ? (int)all->gpu->sms : 0,
    };

    kp_push(a, to, known);
}

void kp_analyze_lints(struct kp_arena *a, struct kp_analyzed *all)
{
    struct kp_lints *lints = kp_new(a, struct kp_lints);
    struct kp_lint_facts_list facts = {0};

    if (!all->unit)
        return;
    for (size_t i = 0; i < all->kernels.n; i++)
        add_facts(a, all, &all->kernels.v[i], &facts);
    kp_lint_unit(all->unit, &facts, lints);
    for (size_t i = 0; i < all->kernels.n; i++)
        for (size_t k = 0; k < lints->v.n; k++) {
            const struct kp_lint *l = &lints->v.v[k];

            /* a device function's is about all that may call it */
            if (!l->function || !l->function->is_kernel ||
                is_of(l->function->name, all->kernels.v[i].facts->name))
                kp_push(a, &all->kernels.v[i].lints, l);
        }
}
