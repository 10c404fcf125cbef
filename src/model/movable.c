/* Reads that the compiler takes for functions of their operands: assembly that is not volatile, and
 * what CUDA's headers make of such. It makes the first of them outside a loop around, in front of
 * the condition for it. */
#include "fn/callee.h"
#include "model/loop_parts.h"
#include "model/steps.h"

bool kp_may_run_again(const struct kp_loop *l)
{
    bool may = !l->function->is_kernel || kp_may_hold(l->function->decl, KP_GOTO);

    for (const struct kp_node *n = l->node->parent; n; n = n->parent)
        may |= kp_is_loop(n) || n->kind == KP_LAMBDA;
    return may;
}

/* The headers of 16-bit floats have such assembly, and any type may be one of theirs where it is
 * not known. */
static bool is_read_by_assembly(const struct kp_type *t)
{
    if (!t || t->is_dependent || !t->canonical)
        return true;
    return t->kind == KP_TYPE_RECORD &&
           (strstr(t->canonical, "__half") || strstr(t->canonical, "__nv_bfloat16"));
}

bool kp_is_movable_read(const struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_call_rule *r = n->kind == KP_CALL ? kp_callee_rule(u, n) : NULL;

    if (n->kind == KP_ASM)
        return !n->asm_volatile && !n->asm_memory;
    return r && r->is_load && is_read_by_assembly(n->type);
}
