/* Sums of integers without regard to the order in which they are added up, and products with 0 and
 * 1: modulo a power of two, all orders have one value. Comparisons of sums, in one form of several
 * that say the same. */
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

static kp_term type_name(struct kp_run *r, const struct kp_type *t)
{
    return kp_term_name(r->terms,
                        kp_sprintf(r->arena, "%s%d", t->is_unsigned ? "u" : "i", (int)t->size));
}

/* The sum of two integers of that type. */
static kp_term sum_of(struct kp_run *r, const struct kp_type *t, kp_term a, kp_term b)
{
    kp_term type = type_name(r, t), two[2] = {a, b};
    struct kp_addends all = {0};

    if (is_of_numbers(r, a) && is_of_numbers(r, b))
        return kp_term_form(r->terms, KP_OP_ADD, "operator", two, 2);
    kp_push(r->arena, &all, type);
    add(r, type, a, &all);
    add(r, type, b, &all);
    if (all.n == 2)
        return all.v[1];
    qsort(all.v + 1, all.n - 1, sizeof *all.v, kp_by_number);
    return kp_term_form(r->terms, KP_OP_ADD, sum, all.v, all.n);
}

/* `x - 1` and the like, with its type. */
static const char minus[] = "minus";

kp_term kp_sum_of(struct kp_run *r, const struct kp_node *n, kp_term a, kp_term b)
{
    if (!r->sums || (n->op != KP_OP_ADD && n->op != KP_OP_SUB && n->op != KP_OP_MUL) ||
        (!is_literal(r, a) && !has_its_type(r, n, n->first)) ||
        (!is_literal(r, b) && !has_its_type(r, n, n->last)))
        return KP_NO_TERM;
    if (n->op == KP_OP_MUL)
        return product(r, a, b);
    if (n->op == KP_OP_SUB)
        return is_literal(r, b) && kp_term_data(r->terms, b) > 0 && n->type->size >= 4
                   ? kp_term_of(r->terms, minus, type_name(r, n->type), a, b)
                   : KP_NO_TERM;
    return is_of_numbers(r, a) && is_of_numbers(r, b) ? KP_NO_TERM : sum_of(r, n->type, a, b);
}

/* ---- comparisons -------------------------------------------------------------------------- */

/* `a < x - 1`, without overflow, is `a + 1 < x`; `a == x - 1` is `a + 1 == x` in any case. */
static void move(struct kp_run *r, const struct kp_type *t, kp_term *from, kp_term *to)
{
    if (!kp_streq(kp_term_text(r->terms, *from), minus) ||
        kp_term_operand(r->terms, *from, 0) != type_name(r, t))
        return;
    *to = sum_of(r, t, *to, kp_term_operand(r->terms, *from, 2));
    *from = kp_term_operand(r->terms, *from, 1);
}

/* True if it has been decided that a < b. */
static bool is_less(struct kp_run *r, kp_term a, kp_term b)
{
    for (size_t i = 0; i < r->known.n; i++) {
        kp_term d = r->known.v[i].condition;

        if (r->known.v[i].holds && is_operation(r, d, KP_OP_LT) &&
            kp_term_operand(r->terms, d, 0) == a && kp_term_operand(r->terms, d, 1) == b)
            return true;
    }
    return false;
}

/* True if *b is x - 1, for an x of which it has been decided that *a < x: neither wraps then. */
static bool is_below_one_less(struct kp_run *r, kp_term a, kp_term b)
{
    kp_term by =
        kp_streq(kp_term_text(r->terms, b), minus) ? kp_term_operand(r->terms, b, 2) : KP_NO_TERM;

    return by && kp_term_data(r->terms, by) == 1 && is_less(r, a, kp_term_operand(r->terms, b, 1));
}

/* True if a is x + 1, for an x of which it has been decided that it is less than b. */
static bool is_at_most(struct kp_run *r, const struct kp_type *t, kp_term a, kp_term b)
{
    kp_term one = kp_term_number(r->terms, KP_TERM_NUMBER, 1);

    for (size_t i = 0; i < r->known.n; i++) {
        kp_term d = r->known.v[i].condition;

        if (r->known.v[i].holds && is_operation(r, d, KP_OP_LT) &&
            kp_term_operand(r->terms, d, 1) == b &&
            sum_of(r, t, kp_term_operand(r->terms, d, 0), one) == a)
            return true;
    }
    return false;
}

enum kp_op kp_compare_sums(struct kp_run *r, const struct kp_node *n, kp_term *a, kp_term *b)
{
    const struct kp_type *t = kp_expr_type(r, n->first), *other = kp_expr_type(r, n->last);
    bool equal = n->op == KP_OP_EQ || n->op == KP_OP_NE;

    if (!r->sums || !t || !other || t->kind != KP_TYPE_INT || other->kind != KP_TYPE_INT ||
        t->size < 4 || t->size != other->size || t->is_unsigned != other->is_unsigned)
        return n->op;
    if (equal || !t->is_unsigned || (n->op == KP_OP_LT && is_below_one_less(r, *a, *b)))
        move(r, t, b, a);
    if (equal || !t->is_unsigned || (n->op == KP_OP_GT && is_below_one_less(r, *b, *a)))
        move(r, t, a, b);
    if (!equal || !is_at_most(r, t, *a, *b))
        return n->op;
    return n->op == KP_OP_NE ? KP_OP_LT : KP_OP_GE;
}
