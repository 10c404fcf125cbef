#include "case/recipe.h"

#include <math.h>
#include <string.h>

#include "util/half.h"

const char *const kp_case_type_names[KP_CASE_TYPES] = {
    [KP_CASE_F32] = "f32", [KP_CASE_F16] = "f16",   [KP_CASE_BF16] = "bf16",
    [KP_CASE_F64] = "f64", [KP_CASE_E4M3] = "e4m3", [KP_CASE_E5M2] = "e5m2",
    [KP_CASE_I8] = "i8",   [KP_CASE_I16] = "i16",   [KP_CASE_I32] = "i32",
    [KP_CASE_I64] = "i64", [KP_CASE_U8] = "u8",     [KP_CASE_U16] = "u16",
    [KP_CASE_U32] = "u32", [KP_CASE_U64] = "u64",
};
const char *const kp_case_role_names[] = {"in", "out", "inout"};

const struct kp_fill_kind kp_fill_table[] = {{"uniform", 2}, {"integers", 2}, {"ramp", 2},
                                             {"prefix", 2},  {"distinct", 3}, {"zero", 0},
                                             {"poison", 0},  {"file", 1}};

static const struct {
    const char *c_type;
    size_t size;
    bool is_float;
} types[KP_CASE_TYPES] = {
    [KP_CASE_F32] = {"float", 4, true},     [KP_CASE_F16] = {"_Float16", 2, true},
    [KP_CASE_BF16] = {"uint16_t", 2, true}, [KP_CASE_F64] = {"double", 8, true},
    [KP_CASE_E4M3] = {"uint8_t", 1, true},  [KP_CASE_E5M2] = {"uint8_t", 1, true},
    [KP_CASE_I8] = {"int8_t", 1, false},    [KP_CASE_I16] = {"int16_t", 2, false},
    [KP_CASE_I32] = {"int32_t", 4, false},  [KP_CASE_I64] = {"int64_t", 8, false},
    [KP_CASE_U8] = {"uint8_t", 1, false},   [KP_CASE_U16] = {"uint16_t", 2, false},
    [KP_CASE_U32] = {"uint32_t", 4, false}, [KP_CASE_U64] = {"uint64_t", 8, false},
};

const char *kp_case_c_type(enum kp_case_type t)
{
    return t == KP_CASE_STRUCT ? NULL : types[t].c_type;
}

size_t kp_case_type_size(enum kp_case_type t)
{
    return t == KP_CASE_STRUCT ? 0 : types[t].size;
}

bool kp_case_type_is_float(enum kp_case_type t)
{
    return t != KP_CASE_STRUCT && types[t].is_float;
}

bool kp_case_type_named(const char *name, enum kp_case_type *t)
{
    for (unsigned k = 0; k < KP_CASE_TYPES; k++) {
        if (!strcmp(kp_case_type_names[k], name)) {
            *t = (enum kp_case_type)k;
            return true;
        }
    }
    return false;
}

/* ---- 8-bit floating point: OCP OFP8, as cuda_fp8.h has it ---- */

static double e4m3_value(unsigned bits)
{
    int exponent = (int)(bits >> 3 & 15);
    double m = bits & 7, v;

    if ((bits & 0x7f) == 0x7f)
        return NAN;
    v = exponent ? ldexp(8 + m, exponent - 10) : ldexp(m, -9);
    return bits & 0x80 ? -v : v;
}

/* The nearest of the positive values by bits, ties to the even one. */
static uint8_t e4m3_bits(double v)
{
    unsigned low = 0, high = 0x7e, sign = signbit(v) ? 0x80 : 0;
    double a = fabs(v);

    if (!(a <= 464)) /* half a step above 448 */
        return (uint8_t)(sign | 0x7f);
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (e4m3_value(middle) <= a)
            low = middle;
        else
            high = middle;
    }
    if (a - e4m3_value(low) > e4m3_value(high) - a ||
        (a - e4m3_value(low) == e4m3_value(high) - a && low % 2))
        low = high;
    return (uint8_t)(sign | low);
}

/* The upper byte of a half, rounded once: 10 bits of mantissa to 2. */
static uint8_t e5m2_bits(double v)
{
    double a = fabs(v), step;
    int exponent;
    uint16_t h;

    if (v != v)
        return 0x7f;
    frexp(a, &exponent);
    step = ldexp(1, exponent > -13 ? exponent - 3 : -16);
    h = float_to_half((float)(nearbyint(a / step) * step));
    return (uint8_t)(h >> 8 | (signbit(v) ? 0x80 : 0));
}

double kp_case_element(enum kp_case_type t, const void *data, size_t i)
{
    switch (t) {
    case KP_CASE_F32:
        return ((const float *)data)[i];
    case KP_CASE_F16:
        return half_to_float(((const uint16_t *)data)[i]);
    case KP_CASE_BF16:
        return bf16_to_float(((const uint16_t *)data)[i]);
    case KP_CASE_F64:
        return ((const double *)data)[i];
    case KP_CASE_E4M3:
        return e4m3_value(((const uint8_t *)data)[i]);
    case KP_CASE_E5M2:
        return half_to_float((uint16_t)(((const uint8_t *)data)[i] << 8));
    case KP_CASE_I8:
        return ((const int8_t *)data)[i];
    case KP_CASE_I16:
        return ((const int16_t *)data)[i];
    case KP_CASE_I32:
        return ((const int32_t *)data)[i];
    case KP_CASE_I64:
        return (double)((const int64_t *)data)[i];
    case KP_CASE_U8:
        return ((const uint8_t *)data)[i];
    case KP_CASE_U16:
        return ((const uint16_t *)data)[i];
    case KP_CASE_U32:
        return ((const uint32_t *)data)[i];
    case KP_CASE_U64:
        return (double)((const uint64_t *)data)[i];
    case KP_CASE_STRUCT:
        break;
    }
    return 0;
}

static uint64_t integer(double v)
{
    return v < 0 ? (uint64_t)(int64_t)(v < -0x1p63 ? -0x1p63 : v)
                 : (uint64_t)(v < 0x1p64 ? v : 0x1p63);
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
    case KP_CASE_BF16:
        ((uint16_t *)data)[i] = float_to_bf16((float)v);
        break;
    case KP_CASE_F64:
        ((double *)data)[i] = v;
        break;
    case KP_CASE_E4M3:
        ((uint8_t *)data)[i] = e4m3_bits(v);
        break;
    case KP_CASE_E5M2:
        ((uint8_t *)data)[i] = e5m2_bits(v);
        break;
    case KP_CASE_I8:
    case KP_CASE_U8:
        ((uint8_t *)data)[i] = (uint8_t)integer(v);
        break;
    case KP_CASE_I16:
    case KP_CASE_U16:
        ((uint16_t *)data)[i] = (uint16_t)integer(v);
        break;
    case KP_CASE_I32:
    case KP_CASE_U32:
        ((uint32_t *)data)[i] = (uint32_t)integer(v);
        break;
    case KP_CASE_I64:
    case KP_CASE_U64:
        ((uint64_t *)data)[i] = integer(v);
        break;
    case KP_CASE_STRUCT:
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

    for (size_t k = 0; k < kp_fill_table[r->fill].params && r->fill != KP_FILL_FILE; k++)
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
        memset(data, r->fill == KP_FILL_POISON ? 0xff : 0, n * kp_case_type_size(t));
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
            sum += i == 0 ? p[1] : i == 1 ? p[0] : integer_between(random, p[0], p[1]);
        }
    }
}
