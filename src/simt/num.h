/* Arithmetic on single values, as PTX defines it. All functions are inline so that the
 * interpreter's loops over 32 lanes can be vectorised; none depends on the process's rounding mode.
 */
#ifndef KP_SIMT_NUM_H
#define KP_SIMT_NUM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "simt/num_int.h"
#include "util/half.h"

enum num_round { NUM_RN, NUM_RZ, NUM_RM, NUM_RP, NUM_RNA };

static inline uint64_t f64_bits(double f)
{
    uint64_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static inline double f64_of(uint64_t u)
{
    double f;
    memcpy(&f, &u, sizeof f);
    return f;
}

/* The canonical NaN, which all single-precision arithmetic instructions return. */
static inline float canon(float f)
{
    return f == f ? f : f32_of(0x7fffffff);
}

/* A quiet NaN from an operand: double precision returns the first NaN among its operands. */
static inline double quiet64(double f)
{
    return f64_of(f64_bits(f) | 0x0008000000000000u);
}

static inline double nan64(double r, double a, double b, double c)
{
    if (r == r)
        return r;
    return a != a   ? quiet64(a)
           : b != b ? quiet64(b)
           : c != c ? quiet64(c)
                    : f64_of(0xfff8000000000000u);
}

static inline float ftz(float f)
{
    uint32_t u = f32_bits(f);
    return f32_of((u & 0x7f800000) ? u : u & 0x80000000);
}

/* NaN becomes 0. */
static inline float sat(float f)
{
    float low = f > 0.0f ? f : 0.0f;
    return low < 1.0f ? low : 1.0f;
}

/* Eight-bit formats: e4m3 has no infinity and one NaN per sign; e5m2 is the upper byte of a half.
 */
static inline float e5m2_to_float(uint8_t v)
{
    return half_to_float((uint16_t)(v << 8));
}

static inline float e4m3_to_float(uint8_t v)
{
    float f = f32_of((uint32_t)(v & 0x7f) << 20) * 0x1p120f;

    f = (v & 0x7f) == 0x7f ? f32_of(0x7fffffff) : f;
    return v & 0x80 ? -f : f;
}

/* rcp and rsqrt.approx.ftz.f64: the upper halves of the results; denormal operands are read as
 * zero. */
static inline double ftz64(double f)
{
    return __builtin_fabs(f) < 0x1p-1022 ? copysign(0.0, f) : f;
}

static inline uint64_t upper_half(double f)
{
    return f == f ? f64_bits(f) & 0xffffffff00000000u : 0x7fffffff00000000u;
}

static inline uint64_t rcp_approx64(double a)
{
    return upper_half(ftz64(1.0 / ftz64(a)));
}

static inline uint64_t rsqrt_approx64(double a)
{
    return upper_half(1.0 / __builtin_sqrt(ftz64(a)));
}

static inline float half_ftz(float f)
{
    return fabsf(f) < 0x1p-14f ? copysignf(0.0f, f) : f;
}

/* neg and abs of a NaN return the canonical NaN, too. */
static inline uint32_t canon_bits(uint32_t u)
{
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : u;
}

static inline uint32_t canon_half(uint32_t h)
{
    return (h & 0x7fff) > 0x7c00 ? 0x7fff : h & 0xffff;
}

static inline uint32_t canon_bf16(uint32_t h)
{
    return (h & 0x7fff) > 0x7f80 ? 0x7fff : h & 0xffff;
}

static inline uint32_t canon_half2(uint32_t v)
{
    return canon_half(v) | canon_half(v >> 16) << 16;
}

static inline uint32_t canon_bf162(uint32_t v)
{
    return canon_bf16(v) | canon_bf16(v >> 16) << 16;
}

/* s is the correctly rounded value of s + err. Returns that sum rounded to odd, from which rounding
 * to a shorter format gives the correct result. */
static inline double make_odd(double s, double err)
{
    uint64_t u = f64_bits(s);

    if (err == 0 || (u & 1) || !isfinite(s))
        return s;
    return f64_of((err > 0) == (s > 0) ? u + 1 : u - 1);
}

static inline double odd_add(double a, double b)
{
    double s = a + b, t = s - a;
    double err = (a - (s - t)) + (b - t);
    return isfinite(s) ? make_odd(s, err) : s;
}

/* The double x (exact, or rounded to odd) as a float. */
static inline float round_f32(double x, enum num_round mode)
{
    float r = (float)x;
    uint32_t u = f32_bits(r);
    bool toward_zero, away;

    if (mode == NUM_RN || (double)r == x || x != x)
        return r;
    toward_zero = mode == NUM_RZ || (mode == NUM_RM && x > 0) || (mode == NUM_RP && x < 0);
    away = fabs((double)r) > fabs(x);
    if (toward_zero && away)
        u -= 1;
    else if (!toward_zero && !away)
        u = (u & 0x7fffffff) ? u + 1 : (x < 0 ? 0x80000001 : 1);
    return f32_of(u);
}

static inline float fma_round(float a, float b, float c, enum num_round mode)
{
    double p = (double)a * (double)b, s = odd_add(p, (double)c);
    if (s == 0 && mode == NUM_RM && (signbit(p) || signbit(c)))
        return -0.0f; /* unless both are +0 */
    return canon(round_f32(s, mode));
}

static inline float add_round(float a, float b, enum num_round mode)
{
    double s = odd_add((double)a, (double)b);
    /* an exact zero sum is -0 when rounding down, unless both are +0 */
    if (s == 0 && mode == NUM_RM && (signbit(a) || signbit(b)))
        return -0.0f;
    return canon(round_f32(s, mode));
}

static inline float mul_round(float a, float b, enum num_round mode)
{
    return canon(round_f32((double)a * (double)b, mode));
}

static inline float div_round(float a, float b, enum num_round mode)
{
    double q = (double)a / (double)b;
    if (isfinite(q) && isfinite(b) && b != 0)
        q = make_odd(q, fma(-q, (double)b, (double)a) * (b > 0 ? 1.0 : -1.0));
    return canon(round_f32(q, mode));
}

static inline float sqrt_round(float a, enum num_round mode)
{
    double q = sqrt((double)a);
    if (isfinite(q) && a > 0)
        q = make_odd(q, fma(-q, q, (double)a));
    return canon(round_f32(q, mode));
}

/* Half precision: a single rounding from the exact result. */
static inline uint16_t odd_to_half(double x)
{
    float f = (float)x;
    uint32_t u = f32_bits(f);

    /* the float, rounded to odd in its turn */
    if ((double)f != x && x == x && isfinite(f) && !(u & 1))
        f = f32_of((fabs((double)f) > fabs(x)) ? u - 1 : u + 1);
    return float_to_half(f);
}

static inline uint16_t half_fma(float a, float b, float c)
{
    return odd_to_half(odd_add((double)a * (double)b, (double)c));
}

static inline uint16_t odd_to_bf16(double x)
{
    float f = (float)x;
    uint32_t u = f32_bits(f);

    if ((double)f != x && x == x && isfinite(f) && !(u & 1))
        f = f32_of((fabs((double)f) > fabs(x)) ? u - 1 : u + 1);
    return float_to_bf16(f);
}

static inline uint16_t bf16_fma(float a, float b, float c)
{
    return odd_to_bf16(odd_add((double)a * (double)b, (double)c));
}

static inline uint16_t half_relu(uint16_t h)
{
    return h & 0x8000 ? 0 : h;
}

static inline uint16_t half_sat(uint16_t h)
{
    return float_to_half(sat(half_to_float(h)));
}

/* min and max: of a number and a NaN the number; -0 is less than +0. */
static inline float f32_min(float a, float b)
{
    float r = a < b ? a : b;
    r = a == b ? (signbit(a) ? a : b) : r;
    r = a != a ? b : r;
    return canon(b != b ? a : r);
}

static inline float f32_max(float a, float b)
{
    float r = a > b ? a : b;
    r = a == b ? (signbit(a) ? b : a) : r;
    r = a != a ? b : r;
    return canon(b != b ? a : r);
}

static inline float f32_min_nan(float a, float b)
{
    return a != a || b != b ? f32_of(0x7fffffff) : f32_min(a, b);
}

static inline float f32_max_nan(float a, float b)
{
    return a != a || b != b ? f32_of(0x7fffffff) : f32_max(a, b);
}

static inline double f64_min(double a, double b)
{
    double r = a < b ? a : b;
    r = a == b ? (signbit(a) ? a : b) : r;
    r = a != a ? b : r;
    r = b != b ? a : r;
    return nan64(r, b, a, 0);
}

static inline double f64_max(double a, double b)
{
    double r = a > b ? a : b;
    r = a == b ? (signbit(a) ? b : a) : r;
    r = a != a ? b : r;
    r = b != b ? a : r;
    return nan64(r, b, a, 0);
}

/* div.approx.f32: the reciprocal of a very large divisor is flushed to zero first. */
static inline float div_approx(float a, float b)
{
    return fabsf(b) > 0x1p126f ? a * copysignf(0.0f, b) : a / b;
}

/* round64.c */
double kp_add_f64(double a, double b, enum num_round mode);
double kp_mul_f64(double a, double b, enum num_round mode);
double kp_fma_f64(double a, double b, double c, enum num_round mode);
double kp_div_f64(double a, double b, enum num_round mode);
double kp_sqrt_f64(double a, enum num_round mode);

/* min and max with .xorsign.abs: the magnitude, with the product of the signs. */
static inline float xorsign(float a, float b, float magnitude)
{
    uint32_t sign = (f32_bits(a) ^ f32_bits(b)) & 0x80000000;

    return magnitude != magnitude ? magnitude : f32_of((f32_bits(magnitude) & 0x7fffffff) | sign);
}

#endif
