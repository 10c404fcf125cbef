#define _GNU_SOURCE
#include "gpu/runner/share.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "util/system.h"

struct share *share;

bool share_new(const struct plan *p)
{
    size_t samples = p->n_versions * MAX_SIZES * MAX_RUNS * sizeof(float);

    share = kp_map_shared(sizeof *share);
    if (!share || !(share->version = kp_map_shared(p->n_versions * sizeof *share->version)) ||
        !(share->cold = kp_map_shared(samples)) || !(share->warm = kp_map_shared(samples)))
        return false;
    for (size_t s = 0; s < p->n_sizes; s++)
        for (size_t k = 0; k < p->sizes[s].n_args; k++)
            if (arg_is_output(&p->sizes[s].args[k]) &&
                !(share->expected[s][k] = kp_map_shared(arg_bytes(&p->sizes[s].args[k]))))
                return false;
    return true;
}

float *samples_of(float *all, unsigned version, size_t size)
{
    return all + ((size_t)version * MAX_SIZES + size) * MAX_RUNS;
}

_Noreturn void blame(const char *format, ...)
{
    struct outcome *o = &share->version[share->current];
    va_list ap;

    va_start(ap, format);
    vsnprintf(o->why, sizeof o->why, format, ap);
    va_end(ap);
    o->status = FAULT;
    _exit(1);
}

_Noreturn void impossible(const char *code, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vsnprintf(share->text, sizeof share->text, format, ap);
    va_end(ap);
    snprintf(share->code, sizeof share->code, "%s", code);
    _exit(1);
}

void mismatch(struct outcome *o, const char *format, ...)
{
    va_list ap;

    if (o->status == MISMATCH)
        return;
    va_start(ap, format);
    vsnprintf(o->why, sizeof o->why, format, ap);
    va_end(ap);
    o->status = MISMATCH;
}
