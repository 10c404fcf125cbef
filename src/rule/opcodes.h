/* Names and classes of machine instructions, from rewrite-rules/sass.ini. */
#ifndef KP_RULE_OPCODES_H
#define KP_RULE_OPCODES_H

#include "util/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Classes of instructions: the sections of sass.ini, in the order of kp_opclass_name(). Math
 * classes come first. */
enum kp_opclass {
#define KP_OPCLASS(id, name) KP_INSN_##id,
#include "rule/opcodes.def"
#undef KP_OPCLASS
    KP_INSN_COUNT,
    KP_INSN_MATH = KP_INSN_MUFU + 1 /* classes below this one are math */
};

struct kp_opcode {
    uint16_t code;        /* low 12 bits */
    uint16_t first, last; /* range of architectures: 75 is sm_75 */
    /* number of a bit of the 128 that must be set; 0: none (bit 0 belongs to the code) */
    uint8_t bit;
    enum kp_opclass opclass;
    const char *name;
};

struct kp_opcodes;

/* Reads the built-in table and then sass.ini in `dir`, if there is one (`dir` may be NULL). NULL
 * with *error set (in the arena, with file and line) when a line is invalid. */
const struct kp_opcodes *kp_opcodes_load(struct kp_arena *a, const char *dir, const char **error);

/* The row of an instruction, NULL when there is none. */
const struct kp_opcode *kp_opcode_of(const struct kp_opcodes *o, unsigned arch, uint64_t lo,
                                     uint64_t hi);

/* The name of a class in sass.ini: "load-global". */
const char *kp_opclass_name(enum kp_opclass c);

#endif
