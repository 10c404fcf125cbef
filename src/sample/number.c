#include <stdlib.h>

#include "sample/machine.h"

uint64_t kp_mix_bytes(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;

    for (size_t i = 0; i < n; i += 8) {
        uint64_t v = 0;

        memcpy(&v, p + i, n - i < 8 ? n - i : 8);
        h = kp_mix(h, v);
    }
    return kp_mix(h, n);
}

uint64_t kp_mix_text(const char *text)
{
    return text ? kp_mix_bytes(1, text, strlen(text)) : 0;
}

static uint64_t low_bytes(uint64_t v, uint32_t bytes)
{
    return bytes < 8 ? v & (((uint64_t)1 << 8 * bytes) - 1) : v;
}

/* The bits of a number as a floating-point one. */
static uint64_t as_float(int64_t v, bool is_unsigned, uint32_t bytes)
{
    double d = is_unsigned ? (double)(uint64_t)v : (double)v;
    float f = (float)d;
    uint64_t bits = 0;

    if (bytes == 4)
        memcpy(&bits, &f, 4);
    else if (bytes == 8)
        memcpy(&bits, &d, 8);
    else
        bits = v ? low_bytes(kp_mix(2, (uint64_t)v), bytes) : 0;
    return bits;
}

/* Exact where no digit is lost. */
static uint64_t float_as_float(uint64_t x, uint32_t from, uint32_t to)
{
    float f;
    double d;
    uint64_t bits = 0;

    memcpy(&f, &x, sizeof f);
    memcpy(&d, &x, sizeof d);
    if (from == 4 && to == 8) {
        d = (double)f;
        memcpy(&bits, &d, sizeof d);
        return bits;
    }
    f = (float)d;
    if (from != 8 || to != 4 || (double)f != d)
        return x ? low_bytes(kp_mix(from, x), to) : 0;
    memcpy(&bits, &f, sizeof f);
    return bits;
}

/* .. else a small number: it may become an index. */
static uint64_t float_as_integer(uint64_t x, uint32_t from, struct kp_fn_type to)
{
    float f;
    double d;

    memcpy(&f, &x, sizeof f);
    memcpy(&d, &x, sizeof d);
    if (from == 4)
        d = (double)f;
    if (from >= 4 && d > -1e9 && d < 1e9 && d == (double)(int64_t)d)
        return (uint64_t)kp_fn_wrap((int64_t)d, to);
    return kp_mix(3, x) & 7;
}

static uint64_t cast(struct kp_fn_type from, struct kp_fn_type to, uint64_t x)
{
    if (to.kind == KP_FN_FLOAT && from.kind == KP_FN_FLOAT)
        return from.bytes == to.bytes ? x : float_as_float(x, from.bytes, to.bytes);
    if (to.kind == KP_FN_FLOAT)
        return as_float((int64_t)x, from.kind != KP_FN_INT, to.bytes);
    if (from.kind == KP_FN_FLOAT)
        return float_as_integer(x, from.bytes, to);
    if (kp_fn_is_number(to))
        return (uint64_t)kp_fn_wrap((int64_t)x, to);
    return x;
}

/* An order of floating-point numbers, by their bits: that of the numbers but for NaN. */
static int64_t rank(uint64_t x, uint32_t bytes)
{
    uint64_t sign = (uint64_t)1 << (8 * bytes - 1);

    return x & sign ? -(int64_t)(x & (sign - 1)) : (int64_t)x;
}

static bool compares(enum kp_fn_op op, bool is_less, bool is_equal)
{
    switch (op) {
    case KP_FN_LT:
        return is_less;
    case KP_FN_LE:
        return is_less || is_equal;
    case KP_FN_GT:
        return !is_less && !is_equal;
    case KP_FN_GE:
        return !is_less;
    case KP_FN_EQ:
        return is_equal;
    default:
        return !is_equal;
    }
}

static bool is_comparison(enum kp_fn_op op)
{
    return op >= KP_FN_LT && op <= KP_FN_NE;
}

static uint64_t of_floats(const struct kp_step *s, uint64_t x, uint64_t y)
{
    uint32_t bytes = s->operand[0].type.bytes;

    if (is_comparison(s->op))
        return compares(s->op, rank(x, bytes) < rank(y, bytes), rank(x, bytes) == rank(y, bytes));
    if (s->op == KP_FN_NEG)
        return x ^ (uint64_t)1 << (8 * bytes - 1);
    return kp_mix_floats(s->op, x, y, s->type.bytes);
}

static uint64_t of_integers(const struct kp_step *s, uint64_t x, uint64_t y)
{
    struct kp_fn_type of = s->operand[0].type;
    bool is_signed = of.kind == KP_FN_INT;
    int64_t v = 0;

    if (is_comparison(s->op))
        return compares(s->op, is_signed ? (int64_t)x < (int64_t)y : x < y, x == y);
    switch (s->op) {
    case KP_FN_ADD:
        v = (int64_t)(x + y);
        break;
    case KP_FN_SUB:
        v = (int64_t)(x - y);
        break;
    case KP_FN_MUL:
        v = (int64_t)(x * y);
        break;
    case KP_FN_AND:
        v = (int64_t)(x & y);
        break;
    case KP_FN_OR:
        v = (int64_t)(x | y);
        break;
    case KP_FN_XOR:
        v = (int64_t)(x ^ y);
        break;
    case KP_FN_NEG:
        v = (int64_t)(0 - x);
        break;
    case KP_FN_NOT:
        v = of.kind == KP_FN_BOOL ? !x : (int64_t)~x;
        break;
    default: /* where C++ leaves it undefined, it is 0 */
        if (!kp_fn_compute(s->op, of, (int64_t)x, (int64_t)y, &v))
            v = 0;
    }
    return kp_fn_is_number(s->type) ? (uint64_t)kp_fn_wrap(v, s->type) : (uint64_t)v;
}

uint64_t kp_number(const struct kp_step *s, uint64_t x, uint64_t y)
{
    if (s->op == KP_FN_NAME)
        return x;
    if (s->op == KP_FN_CAST)
        return cast(s->operand[0].type, s->type, x);
    return s->operand[0].type.kind == KP_FN_FLOAT ? of_floats(s, x, y) : of_integers(s, x, y);
}
