/* Integer arithmetic on single values, as PTX defines it; inline for the reasons given in num.h. */
#ifndef KP_SIMT_NUM_INT_H
#define KP_SIMT_NUM_INT_H

#include <stdbool.h>
#include <stdint.h>

/* fns: the position of the n-th set bit of a, counted from bit `base` upwards, or downwards for n <
 * 0; all ones: there is none. */
static inline uint32_t nth_set(uint32_t a, uint32_t base, int32_t n)
{
    if (n == INT32_MIN) /* which has no absolute value */
        return 0;
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

/* Integer division never traps; division by zero gives all ones, as the hardware's code does. */
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

/* A position or length operand of bfe and bfi: its low byte for 32-bit instructions, at most 255
 * for 64-bit ones. */
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
