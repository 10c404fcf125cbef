/* Arithmetic as PTX defines it, one value at a time. Everything is inline so that the interpreter's
 * loops over 32 lanes can be vectorised, and nothing depends on the rounding mode of the process.
 */
#ifndef KP_SIMT_NUM_H
#define KP_SIMT_NUM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

/* Every single-precision instruction that computes returns one NaN. */
static inline float canon(float f)
{
    return f == f ? f : f32_of(0x7fffffff);
}

/* Double precision hands on the first NaN among its operands, made quiet. */
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

/* Eight-bit numbers: e4m3 has no infinity, and one NaN per sign; e5m2 is the top of a half. */
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

/* The upper halves of the results, for operands whose denormals are read as zero. */
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

/* Sign changes of single-precision NaNs give the canonical one, too. */
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

/* s is the correctly rounded value of s + err: make it the value rounded to odd, from which any
 * shorter rounding is exact. */
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

/* Half precision: one rounding from the exact result. */
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

/* min and max: the number wins over NaN, -0 is below +0. */
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

/* The reciprocal of a huge number is flushed to zero on the way. */
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

/* The larger or smaller magnitude, with the product of the signs. */
static inline float xorsign(float a, float b, float magnitude)
{
    return f32_of((f32_bits(magnitude) & 0x7fffffff) | ((f32_bits(a) ^ f32_bits(b)) & 0x80000000));
}

/* The n-th bit of a that is set, counted from bit `base` upwards (or downwards); all ones: none. */
static inline uint32_t nth_set(uint32_t a, uint32_t base, int32_t n)
{
    if (n == 0)
        return base < 32 && (a >> base & 1) ? base : 0xffffffffu;
    for (int64_t k = base; k >= 0 && k < 32; k += n > 0 ? 1 : -1)
        if ((a >> k & 1) && (n > 0 ? --n : ++n) == 0)
            return (uint32_t)k;
    return 0xffffffffu;
}

static inline uint32_t byte_distances(uint32_t a, uint32_t b, bool is_signed)
{
    uint32_t r = 0;

    for (int i = 0; i < 32; i += 8) {
        int32_t x = is_signed ? (int8_t)(a >> i) : (uint8_t)(a >> i);
        int32_t y = is_signed ? (int8_t)(b >> i) : (uint8_t)(b >> i);
        r |= (uint32_t)(x < y ? y - x : x - y) << i;
    }
    return r;
}

static inline uint32_t halves_pick(uint32_t a, uint32_t b, bool is_signed, bool larger)
{
    uint32_t r = 0;

    for (int i = 0; i < 32; i += 16) {
        int32_t x = is_signed ? (int16_t)(a >> i) : (uint16_t)(a >> i);
        int32_t y = is_signed ? (int16_t)(b >> i) : (uint16_t)(b >> i);
        r |= (uint32_t)(uint16_t)((x > y) == larger ? x : y) << i;
    }
    return r;
}

static inline uint32_t byte_sum(uint32_t v)
{
    return (v & 255) + (v >> 8 & 255) + (v >> 16 & 255) + (v >> 24);
}

/* Integer division never traps: by zero it gives all ones (as the hardware's expansion does). */
static inline int32_t s32_div(int32_t a, int32_t b)
{
    return b == 0 ? -1 : b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
}

static inline int32_t s32_rem(int32_t a, int32_t b)
{
    return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

static inline int64_t s64_div(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? (int64_t)(0u - (uint64_t)a) : a / b;
}

static inline int64_t s64_rem(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

static inline uint64_t u64_mulhi(uint64_t a, uint64_t b)
{
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
}

static inline int64_t s64_mulhi(int64_t a, int64_t b)
{
    return (int64_t)(((__int128)a * b) >> 64);
}

static inline int32_t s32_clamp(int64_t v)
{
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

static inline uint32_t u32_brev(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
    return v >> 16 | v << 16;
}

static inline uint64_t u64_brev(uint64_t v)
{
    return (uint64_t)u32_brev((uint32_t)v) << 32 | u32_brev((uint32_t)(v >> 32));
}

static inline uint32_t u32_bfind(uint32_t v)
{
    return v ? 31u - (uint32_t)__builtin_clz(v) : 0xffffffffu;
}

static inline uint32_t u64_bfind(uint64_t v)
{
    return v ? 63u - (uint32_t)__builtin_clzll(v) : 0xffffffffu;
}

/* Positions and lengths: their low byte on 32 bits, all of them on 64. */
static inline uint32_t field_number(uint32_t n, unsigned width)
{
    n = width == 32 ? n & 255 : n;
    return n > 255 ? 255 : n;
}

static inline uint64_t bit_field(uint64_t a, uint32_t pos, uint32_t len, unsigned width, bool sign)
{
    uint64_t r;
    unsigned top;

    pos = field_number(pos, width);
    len = field_number(len, width);
    if (!len)
        return 0;
    top = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;
    r = pos < width ? a >> pos : 0;
    if (len < 64)
        r &= ((uint64_t)1 << len) - 1;
    if (sign && (a >> top & 1)) {
        unsigned have = pos > top ? 0 : top - pos + 1;
        r |= have < 64 ? ~(uint64_t)0 << have : 0;
    }
    return r;
}

static inline uint64_t bit_insert(uint64_t a, uint64_t b, uint32_t pos, uint32_t len,
                                  unsigned width)
{
    uint64_t mask;

    pos = field_number(pos, width);
    len = field_number(len, width);
    if (pos >= width || !len)
        return b;
    mask = (len >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << len) - 1) << pos;
    return (b & ~mask) | (a << pos & mask);
}

static inline uint32_t byte_permute(uint32_t a, uint32_t b, uint32_t sel)
{
    uint64_t v = (uint64_t)b << 32 | a;
    uint32_t r = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t s = sel >> (4 * i) & 15;
        uint32_t byte = (uint32_t)(v >> (8 * (s & 7))) & 255;
        if (s & 8)
            byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return r;
}

static inline uint32_t lut3(uint32_t a, uint32_t b, uint32_t c, uint32_t lut)
{
    uint32_t r = 0;

    r |= lut & 1 ? ~a & ~b & ~c : 0;
    r |= lut & 2 ? ~a & ~b & c : 0;
    r |= lut & 4 ? ~a & b & ~c : 0;
    r |= lut & 8 ? ~a & b & c : 0;
    r |= lut & 16 ? a & ~b & ~c : 0;
    r |= lut & 32 ? a & ~b & c : 0;
    r |= lut & 64 ? a & b & ~c : 0;
    r |= lut & 128 ? a & b & c : 0;
    return r;
}

static inline uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, bool sa, bool sb)
{
    for (int i = 0; i < 4; i++) {
        int32_t x = sa ? (int8_t)(a >> (8 * i)) : (uint8_t)(a >> (8 * i));
        int32_t y = sb ? (int8_t)(b >> (8 * i)) : (uint8_t)(b >> (8 * i));
        c += (uint32_t)(x * y);
    }
    return c;
}

static inline uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, bool sa, bool sb, bool high)
{
    for (int i = 0; i < 2; i++) {
        int32_t x = sa ? (int16_t)(a >> (16 * i)) : (uint16_t)(a >> (16 * i));
        uint32_t byte = b >> (8 * i + (high ? 16 : 0));
        int32_t y = sb ? (int8_t)byte : (uint8_t)byte;
        c += (uint32_t)x * (uint32_t)y;
    }
    return c;
}

#endif
