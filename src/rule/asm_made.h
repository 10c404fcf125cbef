/* Which operands the addresses in an asm statement are computed from. */
#ifndef KP_RULE_ASM_MADE_H
#define KP_RULE_ASM_MADE_H

#include "rule/ptx.h"
#include "rule/rule.h"

/* For an instruction: whether it accesses memory, and whether its first operand receives what it
 * reads. */
struct kp_asm_touch {
    bool memory, loads;
};

/* Adds the [addresses] of all instructions that access memory to the rule. */
void kp_asm_made(struct kp_arena *a, const struct kp_inline_ptx *ptx,
                 const struct kp_asm_touch *touches, struct kp_asm_rule *out);

#endif
