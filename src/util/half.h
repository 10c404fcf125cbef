/* Conversion of 16-bit floating-point formats, given as bits. Inline, so that loops over many
 * values can be vectorised. */
#ifndef KP_UTIL_HALF_H
#define KP_UTIL_HALF_H

#include <stdint.h>
#include <string.h>

static inline uint32_t f32_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static inline float f32_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static inline float half_to_float(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    float f = f32_of((uint32_t)(h & 0x7fff) << 13) * 0x1p112f;
    uint32_t u = f32_bits(f);
    u = (h & 0x7c00) == 0x7c00 ? u | 0x7f800000 : u;
    return f32_of(u | sign);
}

static inline float bf16_to_float(uint16_t h)
{
    return f32_of((uint32_t)h << 16);
}

/* Rounds to nearest even; a NaN becomes the canonical one. */
static inline uint16_t float_to_half(float f)
{
    uint32_t u = f32_bits(f), a = u & 0x7fffffff, r;
    uint32_t sub = f32_bits(f32_of(a) + 0.5f) - 0x3f000000; /* below the normal halves */
    uint32_t norm = (a + 0xfff + ((a >> 13) & 1) - 0x38000000) >> 13;
    r = a < 0x38800000 ? sub : norm;
    r = a >= 0x477ff000 ? 0x7c00 : r;
    return a > 0x7f800000 ? 0x7fff : (uint16_t)(r | (u >> 16 & 0x8000));
}

static inline uint16_t float_to_bf16(float f)
{
    uint32_t u = f32_bits(f);
    uint32_t r = (u + 0x7fff + ((u >> 16) & 1)) >> 16;
    return (u & 0x7fffffff) > 0x7f800000 ? 0x7fff : (uint16_t)r;
}

#endif
