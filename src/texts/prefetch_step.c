/* What a loop says of its next iteration, said of this one. */
#include "model/expr.h"
#include "model/loop_parts.h"
#include "model/written.h"
#include "texts/prefetch.h"

static bool is_step(const struct kp_handmade *p, const struct kp_node *n)
{
    if (!p->by)
        return n->has_value && n->value == 1;
    return kp_same_expr(n, p->by) || (n->has_value && p->by->has_value && n->value == p->by->value);
}

static bool is_counter(const struct kp_handmade *p, const struct kp_node *n)
{
    return p->counter && n->kind == KP_REF && n->sym == p->counter;
}

/* `k + step`: what the counter will be in the next iteration. */
static bool is_next(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_node *a = n->first, *b = a ? a->next : NULL;

    return n->kind == KP_BINARY && n->op == KP_OP_ADD &&
           ((is_counter(p, a) && is_step(p, b)) || (is_counter(p, b) && is_step(p, a)));
}

/* Only blanks and one `+` are between the operands. */
static bool is_plain_sum(const struct kp_handmade *p, const struct kp_node *n)
{
    const char *text = p->u->source.text;
    unsigned plus = 0;

    for (uint32_t i = n->first->span.end; i < n->last->span.begin; i++)
        if (text[i] == '+')
            plus++;
        else if (!strchr(" \t\r\n", text[i]))
            return false;
    return plus == 1 && !n->from_macro;
}

/* True if the counter, or else a step, is an addend of the sum that is no operand of another one.
 */
static bool has_addend(const struct kp_handmade *p, const struct kp_node *n, bool counter)
{
    if (n->kind == KP_BINARY && n->op == KP_OP_ADD)
        return has_addend(p, n->first, counter) || has_addend(p, n->last, counter);
    return counter ? is_counter(p, n) : is_step(p, n);
}

/* True if the counter is an addend once, and in no other part. */
static bool adds_once(const struct kp_handmade *p, const struct kp_node *sum)
{
    return kp_count_refs(sum, p->counter) == 1;
}

/* Takes one step out of the sum. */
static bool drop_step(const struct kp_handmade *p, const struct kp_node *n,
                      struct kp_patches *patches)
{
    if (n->kind != KP_BINARY || n->op != KP_OP_ADD)
        return false;
    if (is_step(p, n->last) && is_plain_sum(p, n)) {
        kp_patch(p->u, patches, n->first->span.end, n->last->span.end, "");
        return true;
    }
    if (is_step(p, n->first) && is_plain_sum(p, n)) {
        kp_patch(p->u, patches, n->first->span.begin, n->last->span.begin, "");
        return true;
    }
    return drop_step(p, n->first, patches) || drop_step(p, n->last, patches);
}

/* `(k + step) * n`: the parentheses that the sum alone needs. */
static struct kp_span with_parentheses(const struct kp_handmade *p, const struct kp_node *n)
{
    const char *text = p->u->source.text;
    struct kp_span s = n->span;

    if (n->parent->kind == KP_BINARY && s.begin && text[s.begin - 1] == '(' && text[s.end] == ')')
        s = (struct kp_span){s.begin - 1, s.end + 1};
    return s;
}

/* `k + step` in a sum of more; NULL: it is written in another order. */
static const struct kp_node *next_in(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_node *found = NULL;

    if (is_next(p, n))
        return n;
    if (n->kind == KP_BINARY && n->op == KP_OP_ADD && !(found = next_in(p, n->first)))
        found = next_in(p, n->last);
    return found;
}

bool kp_one_step_back(const struct kp_handmade *p, const struct kp_node *n,
                      struct kp_patches *patches)
{
    const struct kp_node *next = next_in(p, n);

    if (next) {
        struct kp_span s = with_parentheses(p, next);

        kp_patch(p->u, patches, s.begin, s.end, p->counter->name);
        return !next->from_macro && adds_once(p, n);
    }
    if (n->kind == KP_BINARY && n->op == KP_OP_ADD && has_addend(p, n, true))
        return has_addend(p, n, false) && adds_once(p, n) && drop_step(p, n, patches);
    if (is_counter(p, n))
        return false;
    kp_each_child(c, n) if (!kp_one_step_back(p, c, patches)) return false;
    return true;
}

/* The expression, or what a variable that nothing changes is made of. */
static const struct kp_node *value_of(const struct kp_handmade *p, const struct kp_node *e)
{
    const struct kp_node *var = e->kind == KP_REF && e->sym ? e->sym->decl : NULL;

    return var && var->kind == KP_VAR && var->has_init && kp_declared_in(e->sym, p->l->node) &&
                   !kp_is_changed(p->f, e->sym)
               ? var->last
               : e;
}

/* The loop's condition as the next iteration asks it. */
static bool is_condition_of_next(const struct kp_handmade *p, const struct kp_node *e,
                                 const struct kp_node *condition)
{
    const struct kp_node *a, *b;

    e = value_of(p, e);
    if (condition->kind == KP_REF && condition->sym == p->counter)
        return is_next(p, e);
    if (!kp_same_node(e, condition) || e->n_children != condition->n_children)
        return false;
    for (a = e->first, b = condition->first; a; a = a->next, b = b->next)
        if (!is_condition_of_next(p, a, b))
            return false;
    return true;
}

/* True if it says that the counter is not yet at the bound less a step, or one step further at it.
 */
static bool is_below_last(const struct kp_handmade *p, const struct kp_node *e,
                          const struct kp_node *bound)
{
    const struct kp_node *a, *b, *less;

    e = value_of(p, e);
    if (e->kind != KP_BINARY || (e->op != KP_OP_LT && e->op != KP_OP_GT && e->op != KP_OP_NE))
        return false;
    a = e->op == KP_OP_GT ? e->last : e->first;
    b = e->op == KP_OP_GT ? e->first : e->last;
    less = value_of(p, b);
    if (is_counter(p, a))
        return less->kind == KP_BINARY && less->op == KP_OP_SUB &&
               kp_same_expr(less->first, bound) && is_step(p, less->last);
    return e->op == KP_OP_NE && is_next(p, a) && kp_same_expr(b, bound);
}

/* True if it says that there is a next iteration. What the text without it does is compared. */
static bool asks_for_next(const struct kp_handmade *p, const struct kp_node *e)
{
    const struct kp_node *condition = kp_loop_condition(p->l->node);

    return condition && (is_condition_of_next(p, e, condition) ||
                         (condition->kind == KP_BINARY && is_counter(p, condition->first) &&
                          is_below_last(p, e, condition->last)));
}

bool kp_is_for_next(const struct kp_handmade *p, const struct kp_node *n)
{
    return n->kind == KP_IF && kp_child(n, 0)->kind == KP_NONE && kp_child(n, 3)->kind == KP_NONE &&
           asks_for_next(p, kp_child(n, 1));
}
