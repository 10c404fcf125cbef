/* What the runner measures: the original, each plan, and the halves of plans. */
#include "search/tune.h"

#include "pipeline.h"
#include "plan/plan.h"
#include "search/tune_more.h"

static struct kp_bench_version version_of(struct kp_tune *t, const char *label,
                                          const struct kp_unit *u)
{
    struct kp_bench_version v = {.label = label,
                                 .path = t->source->source.path,
                                 .text = t->source->source.text,
                                 .size = t->source->source.size};
    struct kp_staging staging = {0};

    if (u) {
        v.text = u->output;
        v.size = u->output_size;
        staging = kp_tune_staging(u);
    }
    v.smem = kp_bench_smem(t->arena, t->c, &staging.smem);
    return v;
}

static void add_version(struct kp_tune *t, struct kp_bench_version v)
{
    kp_push(t->arena, &t->bench.versions, v);
}

/* One half of a plan's version; a plan that cannot be halved has no bound. */
static bool add_half(struct kp_tune *t, const struct kp_try *x, enum kp_ablation alone,
                     const char *label, const char *of)
{
    struct kp_unit *u = kp_pipeline_ablated(t->arena, x->unit, alone);
    struct kp_bench_version v;

    if (u->error || !kp_any_pipelined(u))
        return false;
    v = version_of(t, label, u);
    v.unchecked = true;
    v.half = alone == KP_ABLATION_COMPUTE ? "compute" : "load";
    v.of = of;
    add_version(t, v);
    return true;
}

/* The loads of every plan, and the math of the first: what is left of that is the same code. */
static void add_halves(struct kp_tune *t)
{
    bool math = false;

    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_try *x = &t->tries.v[i];

        if (x->dropped)
            continue;
        math = math || add_half(t, x, KP_ABLATION_COMPUTE, "compute alone", NULL);
        add_half(t, x, KP_ABLATION_LOAD, kp_sprintf(t->arena, "%s: load alone", x->label),
                 x->label);
    }
}

const char *kp_tune_bundle(struct kp_tune *t, struct kp_bundle *bundle)
{
    const char *error;

    t->bench.versions.n = 0;
    add_version(t, version_of(t, "original", NULL));
    for (size_t i = 0; i < t->tries.n; i++)
        if (!t->tries.v[i].dropped)
            add_version(t, version_of(t, t->tries.v[i].label, t->tries.v[i].unit));
    for (size_t i = 0; i < t->besides.n; i++)
        add_version(t, t->besides.v[i]);
    if (t->bound)
        add_halves(t);
    kp_tune_say(t, "building");
    error = kp_bench_build(&t->bench);
    return error ? error : kp_bench_bundle(&t->bench, bundle);
}
