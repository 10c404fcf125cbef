/* Sums of integers without regard to the order in which they are added up, and products with 0 and
 * 1: modulo a power of two, all orders have one value. */
#include <stdlib.h>

#include "validate/run.h"

KP_VEC_TYPE(kp_addends, kp_term);

static const char sum[] = "sum";

/* True if the operand has the operation's type, so that nothing converts it. */
static bool has_its_type(struct kp_run *r, const struct kp_node *n, const struct kp_node *operand)
{
    const struct kp_type *t = kp_expr_type(r, operand);

    return t && n->type && t->kind == KP_TYPE_INT && n->type->kind == KP_TYPE_INT &&
           t->size == n->type->size && t->is_unsigned == n->type->is_unsigned;
}

static bool is_literal(struct kp_run *r, kp_term x)
{
    return kp_term_kind(r->terms, x) == KP_TERM_NUMBER;
}

/* An operation on two operands with that operator. */
static bool is_operation(struct kp_run *r, kp_term x, enum kp_op op)
{
    return kp_term_kind(r->terms, x) == KP_TERM_FORM && kp_term_data(r->terms, x) == (int64_t)op &&
           kp_term_operands(r->terms, x) == 2 && kp_streq(kp_term_text(r->terms, x), "operator");
}

/* A number, or a sum of numbers, which stays one. */
static bool is_of_numbers(struct kp_run *r, kp_term x)
{
    return is_literal(r, x) ||
           (is_operation(r, x, KP_OP_ADD) && is_of_numbers(r, kp_term_operand(r->terms, x, 0)) &&
            is_of_numbers(r, kp_term_operand(r->terms, x, 1)));
}

static void add(struct kp_run *r, kp_term type, kp_term x, struct kp_addends *to)
{
    bool is_sum =
        kp_streq(kp_term_text(r->terms, x), sum) && kp_term_operand(r->terms, x, 0) == type;

    if (is_sum || (is_of_numbers(r, x) && !is_literal(r, x))) {
        for (size_t i = is_sum; i < kp_term_operands(r->terms, x); i++)
            add(r, type, kp_term_operand(r->terms, x, i), to);
        return;
    }
    if (!is_literal(r, x) || kp_term_data(r->terms, x))
        kp_push(r->arena, to, x);
}

/* NO_TERM: it is not to be changed. */
static kp_term product(struct kp_run *r, kp_term a, kp_term b)
{
    kp_term number = is_literal(r, a) ? a : b, other = number == a ? b : a;

    if (!is_literal(r, number))
        return KP_NO_TERM;
    return kp_term_data(r->terms, number) == 0   ? number
           : kp_term_data(r->terms, number) == 1 ? other
                                                 : KP_NO_TERM;
}

kp_term kp_sum_of(struct kp_run *r, const struct kp_node *n, kp_term a, kp_term b)
{
    struct kp_addends all = {0};
    kp_term type;

    if (!r->sums || (n->op != KP_OP_ADD && n->op != KP_OP_MUL) ||
        (!is_literal(r, a) && !has_its_type(r, n, n->first)) ||
        (!is_literal(r, b) && !has_its_type(r, n, n->last)))
        return KP_NO_TERM;
    if (n->op == KP_OP_MUL)
        return product(r, a, b);
    if (is_of_numbers(r, a) && is_of_numbers(r, b))
        return KP_NO_TERM;
    type = kp_term_name(r->terms, kp_sprintf(r->arena, "%s%d", n->type->is_unsigned ? "u" : "i",
                                             (int)n->type->size));
    kp_push(r->arena, &all, type);
    add(r, type, a, &all);
    add(r, type, b, &all);
    if (all.n == 2)
        return all.v[1];
    qsort(all.v + 1, all.n - 1, sizeof *all.v, kp_by_number);
    return kp_term_form(r->terms, KP_OP_ADD, sum, all.v, all.n);
}
