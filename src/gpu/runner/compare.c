#include "gpu/runner/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *host_memory(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);

    if (!p)
        impossible("host-memory", "out of memory: an array takes %zu MB", bytes >> 20);
    return p;
}

void compare_elements(const struct plan *p, const struct arg *x, const void *got, const void *want,
                      struct difference *d)
{
    for (size_t k = 0; k < x->count; k++) {
        double g = kp_case_element(x->type, got, k), w = kp_case_element(x->type, want, k);
        double error = g == w ? 0 : fabs(g - w); /* infinities may agree */
        double allowed = p->abs + p->rel * fabs(w), ratio = error > 0 ? error / allowed : error;
        if (!(error <= d->max_abs)) /* true for NaN, too */
            d->max_abs = isnan(error) ? INFINITY : error;
        if (w != 0 && error / fabs(w) > d->max_rel)
            d->max_rel = error / fabs(w);
        if (!(ratio <= d->worst))
            d->worst = isnan(ratio) ? INFINITY : ratio;
    }
}

void compare_with_original(const struct plan *p, const struct arrays *a, struct difference *d)
{
    for (size_t k = 0; k < a->size->n_args; k++) {
        const struct arg *x = &a->size->args[k];
        const unsigned char *want = share->expected[a->index][k];
        const size_t n = arg_bytes(x);
        unsigned char *got;
        if (!arg_is_output(x))
            continue;
        got = host_memory(n);
        array_fetch(a, k, got);
        if (memcmp(got, want, n)) {
            for (size_t i = 0; i < n; i++)
                d->bytes += got[i] != want[i];
            compare_elements(p, x, got, want, d);
        }
        free(got);
    }
}

bool passes(const struct plan *p, const struct difference *d)
{
    return p->exact ? d->bytes == 0 : d->worst <= 1;
}

bool is_compared(const struct plan *p, unsigned v)
{
    return p->deterministic && !p->versions[v].unchecked;
}
