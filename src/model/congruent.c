/* `(a + k) % m` where the loop's variable k moves on by multiples of m: the remainder is the same
 * in every iteration, as long as no sum is negative or wraps around. */
#include "front/tree.h"
#include "model/eval.h"
#include "model/invariant.h"

enum { MOST_DEPTH = 16 };

/* An overflow would be undefined, so that sums are what they are on paper. A type narrower than int
 * cuts values instead. */
static bool is_signed(const struct kp_node *e)
{
    return e->type && e->type->kind == KP_TYPE_INT && !e->type->is_unsigned && e->type->size >= 4;
}

/* True if a variable of that type holds every value that the expression may have. Those of
 * threadIdx and its like fit into an int. */
static bool holds(const struct kp_node *variable, const struct kp_node *e)
{
    return e->type && e->type->kind == KP_TYPE_INT && variable->type->size >= e->type->size;
}

/* Starts at a constant, moves on by multiples of the modulus, and nothing else moves it. */
static bool goes_by(const struct kp_region *r, const struct kp_node *ref, const struct kp_node *m)
{
    const struct kp_node *condition = kp_loop_condition(r->l->node);
    int64_t start, step, modulus;
    struct kp_counted c;

    return kp_counts(r->l->node, &c) && c.v == ref->sym && c.sign > 0 && c.by && c.from &&
           kp_declared_in(c.v, kp_loop_init(r->l->node)) && is_signed(ref) && holds(ref, c.by) &&
           !kp_may_write(r->f, kp_loop_body(r->l->node), ref->sym) &&
           !(condition && kp_may_write(r->f, condition, ref->sym)) &&
           kp_eval(c.from, NULL, &start) && start >= 0 &&
           (kp_same_expr(c.by, m) ||
            (kp_eval(c.by, NULL, &step) && step > 0 && kp_eval(m, NULL, &modulus) && modulus > 0 &&
             step % modulus == 0));
}

/* A sum of what is invariant and not negative, and of the loop's variable. */
static bool is_sum(const struct kp_region *r, const struct kp_node *e, const struct kp_node *m,
                   int depth)
{
    if (depth > MOST_DEPTH)
        return false;
    if (e->kind == KP_REF && e->sym && goes_by(r, e, m))
        return true;
    if (kp_is_natural(r->f, e) && kp_invariant(r, e))
        return true;
    if (e->kind == KP_BINARY && e->op == KP_OP_ADD && is_signed(e))
        return is_sum(r, e->first, m, depth + 1) && is_sum(r, kp_child(e, 1), m, depth + 1);
    if (e->kind == KP_REF && e->sym && is_signed(e) && kp_single_definition(r->f, e->sym) &&
        is_signed(kp_first_value(e->sym->decl)) && holds(e, kp_first_value(e->sym->decl)))
        return is_sum(r, kp_first_value(e->sym->decl), m, depth + 1);
    return false;
}

bool kp_is_congruent(const struct kp_region *r, const struct kp_node *e)
{
    const struct kp_node *m = kp_child(e, 1);

    return e->kind == KP_BINARY && e->op == KP_OP_REM && is_signed(e) && kp_is_natural(r->f, m) &&
           kp_invariant(r, m) && is_sum(r, e->first, m, 0);
}
