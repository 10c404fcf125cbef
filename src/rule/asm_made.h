/* What the addresses in an asm are made of. */
#ifndef KP_RULE_ASM_MADE_H
#define KP_RULE_ASM_MADE_H

#include "rule/ptx.h"
#include "rule/rule.h"

/* Of an instruction: does it touch memory, and does its first operand get what it has read there?
 */
struct kp_asm_touch {
    bool memory, loads;
};

/* Adds the [addresses] of all instructions that touch memory to the rule. */
void kp_asm_made(struct kp_arena *a, const struct kp_ptx *ptx, const struct kp_asm_touch *touches,
                 struct kp_asm_rule *out);

#endif
