/* The result of an integer instruction for the operands of one lane. */
#ifndef KP_SASS_LANE_H
#define KP_SASS_LANE_H

#include "sass/sass.h"

/* The low nine bits of the opcode. */
enum kp_sass_op {
    KP_OP_MASK = 0x1ff,
    KP_OP_UNIFORM = 0x080, /* set: it works on uniform registers */
    KP_OP_MOV = 0x002,
    KP_OP_CS2R = 0x005,
    KP_OP_SEL = 0x007,
    KP_OP_ISETP = 0x00c,
    KP_OP_IADD3 = 0x010,
    KP_OP_LEA = 0x011,
    KP_OP_LOP3 = 0x012,
    KP_OP_IABS = 0x013,
    KP_OP_PRMT = 0x016,
    KP_OP_SHF = 0x019,
    KP_OP_PLOP3 = 0x01c,
    KP_OP_IMNMX = 0x017,
    KP_OP_IMAD = 0x024,
    KP_OP_IMAD_WIDE = 0x025,
    KP_OP_IMAD_HI = 0x027,
    KP_OP_HFMA2 = 0x031,
    KP_OP_HFMA2_MMA = 0x035,
    KP_OP_VIADD = 0x036,
    KP_OP_VIADDMNMX = 0x046,
    KP_OP_VIMNMX = 0x048,
    KP_OP_F2I = 0x105,
    KP_OP_I2F = 0x106,
    KP_OP_RECIPROCAL = 0x108,
    KP_OP_LDC = 0x182,
    KP_OP_ULDC = 0x0b9,
    KP_OP_S2R = 0x119,
    KP_OP_S2UR = 0x1c3,
    KP_OP_R2UR = 0x0ca, /* since sm_90; KP_OP_R2UR_75 before */
    KP_OP_R2UR_75 = 0x1c2,
    KP_OP_R2P = 0x004
};

static inline uint32_t kp_sass_bits(const struct kp_sass_insn *x, unsigned at, unsigned n)
{
    uint64_t word = at >= 64 ? x->hi >> (at - 64) : x->lo >> at;

    if (at < 64 && at + n > 64)
        word |= x->hi << (64 - at);
    return (uint32_t)(word & (((uint64_t)1 << n) - 1));
}

static inline bool kp_sass_bit(const struct kp_sass_insn *x, unsigned at)
{
    return kp_sass_bits(x, at, 1);
}

/* LOP3: for each bit position, the bit of `table` that the bits of a, b and c select. */
uint32_t kp_sass_lop3(uint32_t a, uint32_t b, uint32_t c, unsigned table);

/* True if the comparison of an ISETP holds. */
bool kp_sass_holds(const struct kp_sass_insn *x, uint32_t a, uint32_t b);

/* True if kp_sass_of_lane() can compute the instruction; not for .X, which needs the carry. `op` is
 * the opcode for registers that are not uniform. */
bool kp_sass_is_plain(const struct kp_sass_insn *x, unsigned op);

/* The number of operands: 1 for b, 2 for a and b, 3 for all. */
unsigned kp_sass_operands(unsigned op);

/* The result; *high is the upper word of IMAD.WIDE. */
uint32_t kp_sass_of_lane(const struct kp_sass_insn *x, unsigned op, uint32_t a, uint32_t b,
                         uint32_t c, uint32_t *high);

#endif
