#include "sass/lane.h"

#include "util/half.h"

enum { PT = KP_SASS_PT };

static uint32_t bits(const struct kp_sass_insn *x, unsigned at, unsigned n)
{
    return kp_sass_bits(x, at, n);
}

static bool bit(const struct kp_sass_insn *x, unsigned at)
{
    return kp_sass_bit(x, at);
}

uint32_t kp_sass_lop3(uint32_t a, uint32_t b, uint32_t c, unsigned table)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            n |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return n;
}

static uint32_t shift(const struct kp_sass_insn *x, uint32_t a, uint32_t b, uint32_t c)
{
    enum { S64, U64, S32, U32 };
    unsigned type = bits(x, 73, 2), by = b & 63;
    uint64_t v = (uint64_t)c << 32 | a;

    if (type >= S32)
        by = bit(x, 75) ? b & 31 : b > 32 ? 32 : b;
    if (!bit(x, 76))
        v <<= by;
    else
        v = type == S64 || type == S32 ? (uint64_t)((int64_t)v >> by) : v >> by;
    return bit(x, 80) ? (uint32_t)(v >> 32) : (uint32_t)v;
}

static uint32_t lea(const struct kp_sass_insn *x, uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t v = ((uint64_t)c << 32 | a) << bits(x, 75, 5);

    return (bit(x, 80) ? (uint32_t)(v >> 32) : (uint32_t)v) + b;
}

static uint32_t prmt(uint32_t a, uint32_t selector, uint32_t c)
{
    uint64_t from = (uint64_t)c << 32 | a;
    uint32_t n = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned s = selector >> 4 * i & 15;
        uint32_t byte = from >> 8 * (s & 7) & 0xff;

        if (s & 8)
            byte = byte & 0x80 ? 0xff : 0;
        n |= byte << 8 * i;
    }
    return n;
}

static uint64_t product(const struct kp_sass_insn *x, uint32_t a, uint32_t b)
{
    return bit(x, 73) ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
}

bool kp_sass_holds(const struct kp_sass_insn *x, uint32_t a, uint32_t b)
{
    enum { LT = 1, EQ, LE, GT, NE, GE };
    bool less = bit(x, 73) ? (int32_t)a < (int32_t)b : a < b;

    switch (bits(x, 76, 3)) {
    case LT:
        return less;
    case EQ:
        return a == b;
    case LE:
        return less || a == b;
    case GT:
        return !less && a != b;
    case NE:
        return a != b;
    case GE:
        return !less;
    default:
        return bits(x, 76, 3) != 0;
    }
}

/* nvcc divides integers by way of a reciprocal of floats, and sets right what that gets wrong.
 * False: another conversion. */
static bool is_of_division(const struct kp_sass_insn *x)
{
    switch (x->lo & KP_OP_MASK) {
    case KP_OP_I2F: /* .U32.RP */
        return bits(x, 72, 16) == 0x2094;
    case KP_OP_F2I: /* .FTZ.U32.TRUNC.NTZ */
        return bits(x, 72, 16) == 0x21f0;
    default: /* MUFU.RCP */
        return bits(x, 72, 16) == 0x10;
    }
}

static uint32_t for_division(unsigned op, uint32_t n)
{
    float f = f32_of(n);

    switch (op) {
    case KP_OP_I2F:
        return f32_bits((float)n);
    case KP_OP_F2I:
        return f >= 0 && f < 4294967040.0F ? (uint32_t)f : UINT32_MAX;
    default:
        return f32_bits(1 / f);
    }
}

/* By the predicate in bits 87-90 the smaller or the larger one. */
static uint32_t one_of_two(const struct kp_sass_insn *x, uint32_t a, uint32_t b)
{
    bool less = bits(x, 72, 2) ? (int32_t)a < (int32_t)b : a < b;

    return less == !bit(x, 90) ? a : b;
}

uint32_t kp_sass_of_lane(const struct kp_sass_insn *x, unsigned op, uint32_t a, uint32_t b,
                         uint32_t c, uint32_t *high)
{
    uint64_t wide;

    switch (op) {
    case KP_OP_MOV:
        return b;
    case KP_OP_IADD3:
        return a + b + c;
    case KP_OP_VIADD:
        return a + b;
    case KP_OP_LEA:
        return lea(x, a, b, c);
    case KP_OP_LOP3:
        return kp_sass_lop3(a, b, c, bits(x, 72, 8));
    case KP_OP_IABS:
        return b >> 31 ? -b : b;
    case KP_OP_PRMT:
        return prmt(a, b, c);
    case KP_OP_SHF:
        return shift(x, a, b, c);
    case KP_OP_IMAD_WIDE: /* the sum's upper half comes from a register that is not looked at */
        wide = product(x, a, b) + c;
        *high = (uint32_t)(wide >> 32);
        return (uint32_t)wide;
    case KP_OP_IMAD_HI:
        return (uint32_t)(product(x, a, b) >> 32) + c;
    case KP_OP_IMNMX:
    case KP_OP_VIMNMX:
        return one_of_two(x, a, b);
    case KP_OP_VIADDMNMX:
        return one_of_two(x, a + b, c);
    case KP_OP_I2F:
    case KP_OP_F2I:
    case KP_OP_RECIPROCAL:
        return for_division(op, b);
    default:
        return a * b + c;
    }
}

bool kp_sass_is_plain(const struct kp_sass_insn *x, unsigned op)
{
    switch (op) {
    case KP_OP_IADD3:
    case KP_OP_LEA:
    case KP_OP_IMAD:
        return !bit(x, 74);
    case KP_OP_MOV:
    case KP_OP_VIADD:
    case KP_OP_LOP3:
    case KP_OP_IABS:
    case KP_OP_PRMT:
    case KP_OP_SHF:
    case KP_OP_IMAD_WIDE:
    case KP_OP_IMAD_HI:
        return true;
    case KP_OP_IMNMX:
    case KP_OP_VIMNMX:
    case KP_OP_VIADDMNMX:
        return bits(x, 87, 3) == PT;
    case KP_OP_I2F:
    case KP_OP_F2I:
    case KP_OP_RECIPROCAL:
        return is_of_division(x);
    default:
        return false;
    }
}

unsigned kp_sass_operands(unsigned op)
{
    switch (op) {
    case KP_OP_MOV:
    case KP_OP_IABS:
    case KP_OP_I2F:
    case KP_OP_F2I:
    case KP_OP_RECIPROCAL:
        return 1;
    case KP_OP_VIADD:
    case KP_OP_IMNMX:
    case KP_OP_VIMNMX:
        return 2;
    default:
        return 3;
    }
}
