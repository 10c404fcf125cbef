#include "search/launched.h"

#include "plan/plan.h"

#include <string.h>

/* Arrays get addresses so far apart that only the largest overlap, aligned as by cudaMalloc. */
enum { APART = 1 << 27 };

/* The bytes of the parameters, each at a multiple of its size; NULL for a struct, whose alignment
 * is unknown. */
static void take_parameters(struct kp_arena *a, const struct kp_case_data *d,
                            struct kp_launched *to)
{
    uint8_t *all = kp_new_array(a, uint8_t, 16 * d->n_params + 16);
    uint32_t at = 0;

    for (size_t i = 0; i < d->n_params; i++) {
        const struct kp_case_param *p = &d->params[i];
        uint64_t address = (uint64_t)(p->buffer + 1) * APART + p->offset;
        uint32_t size = (uint32_t)p->size;

        if (!size || size > 8 || (size & (size - 1)))
            return;
        if (p->buffer >= 0)
            address += d->buffers[p->buffer].misalign;
        at = (at + size - 1) / size * size;
        memcpy(all + at, p->buffer < 0 ? p->bytes : (const void *)&address, size);
        at += size;
    }
    to->parameters = all;
    to->parameter_bytes = at;
}

const char *kp_lacking_instances(struct kp_arena *a, struct kp_case *const *cases, size_t n,
                                 const struct kp_build *original)
{
    const char **names = kp_usage_names(a, &original->usages);
    struct kp_str out = kp_str_new(a);

    for (size_t i = 0; i < n && original->cubin; i++) {
        const char *more = kp_case_lacks_instance(cases[i], a, names, original->usages.n);

        if (more)
            kp_str_addf(&out, "namespace kp_case_%zu { %s }\n", i, more);
    }
    return out.n ? kp_str_text(&out) : NULL;
}

bool kp_launched_of_case(struct kp_arena *a, struct kp_case *c, const struct kp_build *original,
                         struct kp_launched *to)
{
    const struct kp_usages *all = &original->usages;
    const char **names = kp_usage_names(a, all), *error = NULL;
    struct kp_case_data d = {0};

    if (kp_case_bind(c, KP_CASE_LARGE, NULL, 0) || kp_case_launch(c, a, &d))
        return false;
    to->symbol = kp_case_entry(c, a, names, all->n, &error);
    memcpy(to->grid, d.grid, sizeof to->grid);
    memcpy(to->block, d.block, sizeof to->block);
    to->smem = (uint32_t)d.dynamic_smem;
    take_parameters(a, &d, to);
    return true;
}

bool kp_case_runs(const struct kp_case *c, const struct kp_unit *u, size_t loop)
{
    struct kp_launch_cases all;

    kp_find_instances(u->derived ? u->derived : u, u->loops.v[loop], &all);
    for (size_t i = 0; i < all.list.n; i++)
        if (all.list.v[i].kernel && kp_streq(all.list.v[i].kernel->name, c->kernel))
            return true;
    return false;
}
