#include "case/recipe.h"

#include <math.h>
#include <string.h>

#include "util/half.h"

const char *const kp_case_type_names[] = {"f32", "f16", "i8", "i32"};
const char *const kp_case_role_names[] = {"in", "out", "inout"};
static const size_t type_sizes[] = {4, 2, 1, 4};

const struct kp_fill_kind kp_fill_table[] = {{"uniform", 2}, {"integers", 2}, {"ramp", 2},
                                             {"prefix", 2},  {"distinct", 3}, {"zero", 0},
                                             {"poison", 0}};

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
    default:
        ((int32_t *)data)[i] = (int32_t)(int64_t)v;
        break;
    }
}

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t kp_recipe_seed(const char *kernel, size_t arg)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (; *kernel; ++kernel)
        h = (h ^ (unsigned char)*kernel) * 0x100000001b3u;
    return mix(h + arg);
}

const char *kp_recipe_check(const struct kp_recipe *r)
{
    const double *p = r->p;

    for (size_t k = 0; k < kp_fill_table[r->fill].params; k++)
        if (!(fabs(p[k]) <= 0x1p62))
            return "too large a number";
    if ((r->fill == KP_FILL_INTEGERS || r->fill == KP_FILL_PREFIX) && p[1] < p[0])
        return "the range is empty";
    if (r->fill == KP_FILL_DISTINCT && (p[2] < 1 || p[1] - p[0] + 1 < p[2]))
        return "not enough distinct numbers";
    return NULL;
}

static double integer_between(uint64_t random, double low, double high)
{
    return (double)((int64_t)low + (int64_t)(random % (uint64_t)(high - low + 1)));
}

/* Ascending and distinct within each run of p[2] elements. */
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

void kp_recipe_fill(const struct kp_recipe *r, enum kp_case_type t, void *data, size_t n)
{
    const double *p = r->p;
    double sum = 0;

    if (r->fill == KP_FILL_POISON || r->fill == KP_FILL_ZERO) {
        memset(data, r->fill == KP_FILL_POISON ? 0xff : 0, n * type_sizes[t]);
        return;
    }
    if (r->fill == KP_FILL_DISTINCT) {
        distinct(t, data, n, r->seed, p);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t random = mix(r->seed + i);
        if (r->fill == KP_FILL_UNIFORM)
            kp_case_put(t, data, i, p[0] + (p[1] - p[0]) * (double)(random >> 11) * 0x1p-53);
        else if (r->fill == KP_FILL_INTEGERS)
            kp_case_put(t, data, i, integer_between(random, p[0], p[1]));
        else if (r->fill == KP_FILL_RAMP)
            kp_case_put(t, data, i, p[0] + p[1] * (double)i);
        else {
            kp_case_put(t, data, i, sum);
            sum += integer_between(random, p[0], p[1]);
        }
    }
}
