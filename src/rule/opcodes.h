/* Names and classes of machine instructions, from rewrite-rules/sass.ini. */
#ifndef KP_RULE_OPCODES_H
#define KP_RULE_OPCODES_H

#include "util/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* What the analysis makes of an instruction: the sections of sass.ini, in the order of
 * kp_opclass_name(). The math classes come first. */
enum kp_opclass {
#define KP_OPCLASS(id, name) KP_INSN_##id,
#include "rule/opcodes.def"
#undef KP_OPCLASS
    KP_INSN_COUNT,
    KP_INSN_MATH = KP_INSN_MUFU + 1 /* classes below this one are math */
};

struct kp_opcode {
    uint16_t code;        /* low 12 bits */
    uint16_t first, last; /* architectures: 75 is sm_75 */
    uint8_t bit;          /* of the 128, must be set; 0: none (bit 0 is part of the code) */
    enum kp_opclass opclass;
    const char *name;
};

struct kp_opcodes;

/* The built-in table, then sass.ini of `dir` (may be NULL, and need not hold one). NULL and *error
 * set (arena-owned, with file and line) when a line makes no sense. */
const struct kp_opcodes *kp_opcodes_load(struct kp_arena *a, const char *dir, const char **error);

/* The row of an instruction, NULL when there is none. */
const struct kp_opcode *kp_opcode_of(const struct kp_opcodes *o, unsigned arch, uint64_t lo,
                                     uint64_t hi);

/* "load-global", as in sass.ini. */
const char *kp_opclass_name(enum kp_opclass c);

#endif
