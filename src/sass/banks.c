/* The register file has two banks, of even and of odd registers. An instruction whose three
 * operands are in one bank reads them one after the other, but for those that are kept from the
 * instruction before (Jia, Maggioni, Staiger, Scarpazza: Dissecting the NVIDIA Volta GPU
 * Architecture via Microbenchmarking, 2018, section 3.5). */
#include "sass/sass.h"

#include "util/str.h"

enum { OPERANDS = 3, RZ = 255 };

/* By operand: bits 24-31, 32-39 and 64-71. */
static void registers_of(const struct kp_sass_insn *x, unsigned *r)
{
    r[0] = (unsigned)(x->lo >> 24 & 0xff);
    r[1] = (unsigned)(x->lo >> 32 & 0xff);
    r[2] = (unsigned)(x->hi & 0xff);
}

/* FADD and FMUL, of the same class, have two. Bits 9-11: 1 where the second operand is a register,
 * as the others are. */
static bool has_three(const struct kp_sass_insn *x)
{
    return x->op && kp_streq(x->op->name, "FFMA") && (x->lo >> 9 & 7) == 1;
}

bool kp_sass_banks_conflict(const struct kp_sass_insn *before, const struct kp_sass_insn *x)
{
    unsigned r[OPERANDS], kept[OPERANDS], in[2] = {0, 0};

    if (!has_three(x))
        return false;
    registers_of(x, r);
    if (before)
        registers_of(before, kept);
    for (unsigned i = 0; i < OPERANDS; i++) {
        bool is_again = false;

        for (unsigned k = 0; k < i; k++)
            is_again |= r[k] == r[i];
        if (r[i] != RZ && !is_again && !(before && before->reuse >> i & 1 && kept[i] == r[i]))
            in[r[i] % 2]++;
    }
    return in[0] == OPERANDS || in[1] == OPERANDS;
}
