/* Splits the text of an inline assembly statement into PTX instructions. */
#ifndef KP_RULE_PTX_H
#define KP_RULE_PTX_H

#include "util/arena.h"
#include "util/vec.h"

#include <stdbool.h>

struct kp_ptx_insn {
    const char *opcode;   /* "ld.shared.v4.f32"; "" if there are only operands */
    const char *operands; /* the rest, up to the ; */
    bool predicated;
};

struct kp_inline_ptx {
    KP_VEC(struct kp_ptx_insn) insns;
    const char *declared; /* the text of its .reg directives, and its labels */
    bool has_label;       /* a label outside of { }, not made unique by %= */
    bool has_bare_reg;    /* a .reg outside of { } */
    bool has_other;       /* a directive other than .reg, .pragma and .loc */
};

/* `text` may hold C escapes (\n, \t) undecoded and the quotes between pieces of a string. */
void kp_ptx_read(struct kp_arena *a, const char *text, struct kp_inline_ptx *out);

#endif
