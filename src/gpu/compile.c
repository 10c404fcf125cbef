/* The versions of a measurement, compiled. */
#include "gpu/bench.h"

#include "build/parallel.h"
#include "util/str.h"

static const char *choose_kernel(struct kp_bench *b, struct kp_bench_version *v,
                                 const struct kp_usages *usages)
{
    const char **names = kp_usage_names(b->arena, usages), *error;

    v->symbol = kp_case_entry(b->c, b->arena, names, usages->n, &error);
    for (size_t k = 0; k < usages->n && v->symbol; k++)
        if (kp_streq(names[k], v->symbol))
            v->usage = usages->v[k];
    return v->symbol ? NULL : kp_sprintf(b->arena, "%s: %s", v->path, error);
}

/* The version's part of what was built; NULL, or what is wrong with it. */
static const char *take(struct kp_bench *b, struct kp_bench_version *v, const struct kp_build *x)
{
    if (!x->cubin)
        return kp_sprintf(b->arena, "%s: %s", v->path, x->error);
    v->cubin = x->cubin;
    v->cubin_size = x->size;
    return choose_kernel(b, v, &x->usages);
}

/* Builds all; a template that a version instantiates nowhere is instantiated behind it. */
static void build(struct kp_bench *b, struct kp_build *x)
{
    size_t n = b->versions.n;
    struct kp_build *with = kp_new_array(b->arena, struct kp_build, n + 1);
    bool lacks = false;

    kp_build_all(b->arena, &b->nvcc, x, n, b->jobs);
    for (size_t k = 0; k < n; k++) {
        with[k].source = x[k].source;
        if (x[k].cubin)
            with[k].source.more = kp_case_lacks_instance(
                b->c, b->arena, kp_usage_names(b->arena, &x[k].usages), x[k].usages.n);
        lacks |= with[k].source.more != NULL;
    }
    if (!lacks)
        return;
    kp_build_all(b->arena, &b->nvcc, with, n, b->jobs);
    for (size_t k = 0; k < n; k++)
        if (with[k].cubin)
            x[k] = with[k];
}

const char *kp_bench_build(struct kp_bench *b)
{
    struct kp_build *x = kp_new_array(b->arena, struct kp_build, b->versions.n + 1);
    size_t kept = 0;

    for (size_t k = 0; k < b->versions.n; k++) {
        const struct kp_bench_version *v = &b->versions.v[k];
        x[k].source = (struct kp_nvcc_source){.path = v->path, .text = v->text, .size = v->size};
    }
    build(b, x);
    for (size_t k = 0; k < b->versions.n; k++) {
        struct kp_bench_version *v = &b->versions.v[k];
        const char *error = take(b, v, &x[k]);
        struct kp_bench_failure failure = {v->label, error};

        if (error && k == 0)
            return error;
        if (error)
            kp_push(b->arena, &b->failed, failure);
        else
            b->versions.v[kept++] = *v;
    }
    b->versions.n = kept;
    return NULL;
}
