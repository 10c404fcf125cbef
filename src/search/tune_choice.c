/* `kpipe tune`: which of the measured plans it is. */
#include "search/tune.h"

static const struct kp_measured_version *find(const struct kp_result *r, const char *label)
{
    for (size_t i = 0; i < r->versions.n; i++)
        if (kp_streq(r->versions.v[i].label, label))
            return &r->versions.v[i];
    return NULL;
}

static bool is_faster(const struct kp_measured_version *v)
{
    return v->status == KP_MEASURED_OK && v->speedup.n && kp_ratio_sign(&v->speedup) > 0;
}

static void take_faster(const struct kp_try **best, const struct kp_try *x)
{
    if (!*best || x->figure.speedup.median > (*best)->figure.speedup.median)
        *best = x;
}

const char *kp_tune_choose(struct kp_tune *t, const char *json, size_t size)
{
    const char *error = kp_result_read(t->arena, json, size, &t->result);
    const struct kp_measured_version *found;

    if (error || t->result.error)
        return error ? error : t->result.error;
    found = find(&t->result, "original");
    if (!found || found->status != KP_MEASURED_OK || !found->cold.n)
        return found && found->why ? found->why : "the original was not measured";
    t->original = *found;
    t->best = t->faster = NULL;
    for (size_t i = 0; i < t->tries.n; i++) {
        struct kp_try *x = &t->tries.v[i];

        if (x->dropped || !(found = find(&t->result, x->label)))
            continue;
        x->figure = *found;
        if (!is_faster(&x->figure))
            continue;
        if (kp_result_too_slow(&x->figure))
            take_faster(&t->faster, x);
        else
            take_faster(&t->best, x);
    }
    if (t->faster && t->best && t->faster->figure.speedup.median <= t->best->figure.speedup.median)
        t->faster = NULL;
    return NULL;
}

bool kp_tune_regret(const struct kp_tune *t, double *speedup, double *regret)
{
    const struct kp_measured_version *v =
        t->by_default && t->original.cold.n ? find(&t->result, t->by_default) : NULL;
    double best = t->best ? t->best->figure.speedup.median : 1;

    *speedup = v && v == find(&t->result, "original") ? 1 : v ? v->speedup.median : 0;
    if (!(*speedup > 0) || v->status != KP_MEASURED_OK)
        return false;
    *regret = best > *speedup ? best / *speedup - 1 : 0;
    return true;
}
