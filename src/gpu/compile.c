/* The versions of a measurement, compiled. */
#include "gpu/bench.h"

#include "build/tool.h"
#include "util/str.h"

static const char *choose_kernel(struct kp_bench *b, struct kp_bench_version *v,
                                 const struct kp_usages *usages)
{
    const char **names = kp_new_array(b->arena, const char *, usages->n + 1), *error;

    for (size_t k = 0; k < usages->n; k++)
        names[k] = usages->v[k].kernel;
    v->symbol = kp_case_entry(b->c, b->arena, names, usages->n, &error);
    for (size_t k = 0; k < usages->n && v->symbol; k++)
        if (kp_streq(names[k], v->symbol))
            v->usage = usages->v[k];
    return v->symbol ? NULL : kp_sprintf(b->arena, "%s: %s", v->path, error);
}

static const char *build(struct kp_bench *b, struct kp_bench_version *v)
{
    struct kp_nvcc_source source = {.path = v->path, .text = v->text, .size = v->size};
    struct kp_usages usages = {0};
    const char *error, *temp = kp_temp_new(b->arena, &error);

    if (!temp)
        return error;
    v->cubin = kp_nvcc_cubin(b->arena, &b->nvcc, temp, &source, &usages, &v->cubin_size, &error);
    kp_temp_remove(temp);
    return v->cubin ? choose_kernel(b, v, &usages) : kp_sprintf(b->arena, "%s: %s", v->path, error);
}

const char *kp_bench_build(struct kp_bench *b)
{
    const char *error = NULL;

    for (size_t k = 0; k < b->versions.n && !error; k++)
        error = build(b, &b->versions.v[k]);
    return error;
}
