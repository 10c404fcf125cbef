/* Contents of a case's arrays. Random contents depend only on
 * the kernel's name, the argument's position and the element's index. */
#include "case/case.h"
#include "util/half.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"

static const size_t type_sizes[] = {4, 2, 1, 4};

size_t kp_case_type_size(enum kp_case_type t)
{
    return type_sizes[t];
}

double kp_case_element(enum kp_case_type t, const void *data, size_t i)
{
    switch (t) {
    case KP_CASE_F32:
        return ((const float *)data)[i];
    case KP_CASE_F16:
        return half_to_float(((const uint16_t *)data)[i]);
    case KP_CASE_I8:
        return ((const int8_t *)data)[i];
    default:
        return ((const int32_t *)data)[i];
    }
}

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t seed_of(const char *name, size_t arg)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (; *name; ++name)
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return mix(h + arg);
}

void kp_case_put(enum kp_case_type t, void *data, size_t i, double v)
{
    switch (t) {
    case KP_CASE_F32:
        ((float *)data)[i] = (float)v;
        break;
    case KP_CASE_F16:
        ((uint16_t *)data)[i] = float_to_half((float)v);
        break;
    case KP_CASE_I8:
        ((int8_t *)data)[i] = (int8_t)(int64_t)v;
        break;
    case KP_CASE_I32:
        ((int32_t *)data)[i] = (int32_t)(int64_t)v;
        break;
    }
}

static double integer_between(uint64_t random, double low, double high)
{
    return (double)((int64_t)low + (int64_t)(random % (uint64_t)(high - low + 1)));
}

enum kind { UNIFORM, INTEGERS, RAMP, PREFIX, DISTINCT, ZERO, POISON, N_KINDS };

static const struct {
    const char *name;
    size_t params;
} kinds[] = {{"uniform", 2},  {"integers", 2}, {"ramp", 2},  {"prefix", 2},
             {"distinct", 3}, {"zero", 0},     {"poison", 0}};

static void distinct(enum kp_case_type t, void *data, size_t n, uint64_t seed, const double *p)
{
    size_t run = (size_t)p[2];

    for (size_t at = 0; at < n; at += run) {
        int64_t v = (int64_t)p[0];
        for (size_t left = run; left > 0; ++v) {
            uint64_t candidates = (uint64_t)((int64_t)p[1] - v + 1);
            if (mix(seed + at * 131 + (uint64_t)v) % candidates < left) {
                if (at + run - left < n)
                    kp_case_put(t, data, at + run - left, (double)v);
                --left;
            }
        }
    }
}

static void fill(enum kind kind, enum kp_case_type t, void *data, size_t n, uint64_t seed,
                 const double *p)
{
    double sum = 0;

    if (kind == POISON || kind == ZERO) {
        memset(data, kind == POISON ? 0xff : 0, n * type_sizes[t]);
        return;
    }
    if (kind == DISTINCT) {
        distinct(t, data, n, seed, p);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t r = mix(seed + i);
        if (kind == UNIFORM)
            kp_case_put(t, data, i, p[0] + (p[1] - p[0]) * (double)(r >> 11) * 0x1p-53);
        else if (kind == INTEGERS)
            kp_case_put(t, data, i, integer_between(r, p[0], p[1]));
        else if (kind == RAMP)
            kp_case_put(t, data, i, p[0] + p[1] * (double)i);
        else {
            kp_case_put(t, data, i, sum);
            sum += integer_between(r, p[0], p[1]);
        }
    }
}

static const char *parameters(const struct kp_case *c, struct kp_arena *a, const char *text,
                              enum kind *kind, double *p)
{
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    char *name = kp_strndup(a, text, open ? (size_t)(open - text) : strlen(text));
    const char **parts = NULL;
    size_t n = 0;

    if (open && close)
        n = kp_case_split(a, kp_strndup(a, open + 1, (size_t)(close - open - 1)), &parts);
    for (*kind = 0; *kind < N_KINDS && !kp_streq(kinds[*kind].name, name); ++*kind)
        continue;
    if (*kind == N_KINDS || kinds[*kind].params != n)
        return kp_sprintf(a, "%s: fill = %s is not understood", c->path, text);
    for (size_t k = 0; k < n; k++) {
        struct kp_number v;
        const char *error = kp_case_eval(c, a, parts[k], &v);
        if (error)
            return error;
        p[k] = v.d;
    }
    if ((*kind == INTEGERS || *kind == PREFIX) && p[1] < p[0])
        return kp_sprintf(a, "%s: fill = %s: the range is empty", c->path, text);
    if (*kind == DISTINCT && (p[2] < 1 || p[1] - p[0] + 1 < p[2]))
        return kp_sprintf(a, "%s: fill = %s: not enough distinct numbers", c->path, text);
    return NULL;
}

const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    struct kp_number count;
    enum kind kind;
    double p[3] = {0};
    const char *error = kp_case_eval(c, a, x->count, &count);

    if (!error && (count.real || count.i < 0 || count.i > (int64_t)1 << 34))
        error = kp_sprintf(a, "%s: argument %s: count = %s is no number of elements", c->path,
                           x->name, x->count);
    if (!error)
        error = parameters(c, a,
                           x->fill                  ? x->fill
                           : x->role == KP_CASE_OUT ? "poison"
                                                    : "uniform(-1, 1)",
                           &kind, p);
    if (error)
        return error;
    *size = (size_t)count.i * type_sizes[x->type];
    *data = kp_alloc(a, *size + 16);
    fill(kind, x->type, *data, (size_t)count.i, seed_of(c->kernel, arg), p);
    return NULL;
}
