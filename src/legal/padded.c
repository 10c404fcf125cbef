/* Loops that each thread begins at its own index, and that go on by a number of threads up to a
 * multiple of that number:
 *
 *     for (int i = threadIdx.x; i < (n + T - 1) / T * T; i += T)
 *
 * All threads whose index is below T make as many trips as the multiple says. That there are no
 * others, and that i never passes the end of its type, is tested. */
#include "front/tree.h"
#include "legal/legal.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/own_text.h"
#include "model/loop_parts.h"
#include "model/types_text.h"
#include "model/written.h"

static bool is_int(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_dependent && !t->is_volatile && t->size == 4;
}

/* The expression that a name, set once, stands for, where all on the way are integers of 4 bytes.
 */
static const struct kp_node *resolved(struct kp_func *f, const struct kp_node *e)
{
    const struct kp_node *var;

    for (;;) {
        var = e->kind == KP_REF && e->sym ? e->sym->decl : NULL;
        if (e->kind == KP_CAST && is_int(e->type) && is_int(e->first->type))
            e = e->first;
        else if (var && var->kind == KP_VAR && var->has_init && is_int(e->sym->type) &&
                 is_int(var->last->type) && !e->sym->is_static && e->sym->space == KP_SPACE_LOCAL &&
                 kp_single_definition(f, e->sym))
            e = var->last;
        else
            return e;
    }
}

/* True if both are the same positive number: a constant, `blockDim.x`, or a template's. */
static bool is_same_number(struct kp_func *f, const struct kp_node *a, const struct kp_node *b)
{
    int64_t x, y;

    a = resolved(f, a);
    b = resolved(f, b);
    if (kp_eval(a, NULL, &x) || kp_eval(b, NULL, &y))
        return kp_eval(a, NULL, &x) && kp_eval(b, NULL, &y) && x == y && x > 0;
    if (kp_builtin_axis(a, "blockDim") == 'x')
        return kp_builtin_axis(b, "blockDim") == 'x';
    return a->kind == KP_REF && b->kind == KP_REF && a->sym && a->sym == b->sym &&
           a->sym->kind == KP_SYM_TVALUE && is_int(a->sym->type);
}

/* `x / by * by`, which is no more than x, or `x * by` without a sign to lose. */
static bool is_multiple(struct kp_func *f, const struct kp_node *e, const struct kp_node *by)
{
    const struct kp_node *x, *y;

    e = resolved(f, e);
    if (e->kind != KP_BINARY || e->op != KP_OP_MUL || !is_int(e->type))
        return false;
    x = e->first;
    y = kp_child(e, 1);
    if (!is_same_number(f, y, by)) {
        y = x;
        x = kp_child(e, 1);
    }
    if (!is_same_number(f, y, by))
        return false;
    x = resolved(f, x);
    return (x->kind == KP_BINARY && x->op == KP_OP_DIV && is_int(x->type) &&
            is_same_number(f, kp_child(x, 1), by)) ||
           (!e->type->is_unsigned && is_int(x->type));
}

/* True if its text means in front of the loop what it means in the header. */
static bool is_plain(struct kp_unit *u, const struct kp_node *e, const struct kp_sym *counter)
{
    return (e->kind == KP_REF || e->kind == KP_INT_LIT || e->kind == KP_BINARY ||
            e->kind == KP_CAST) &&
           e->op != KP_OP_COMMA && kp_owns_text(u, e) && !kp_count_refs(e, counter) &&
           !kp_writes_by_itself(e) && (!e->first || is_plain(u, e->first, counter)) &&
           (e->n_children < 2 || is_plain(u, kp_child(e, 1), counter));
}

/* The text of T; NULL: it cannot stand in front of the loop. */
static const char *text_of(struct kp_judge *j, const struct kp_node *by)
{
    const struct kp_node *e = resolved(j->f, by);
    int64_t n;

    if (kp_eval(e, NULL, &n))
        return n < 1 << 30 ? kp_sprintf(j->u->arena, "%d", (int)n) : NULL;
    return e->kind == KP_REF && !kp_is_hidden(j->u, j->f->decl, e->sym->name) ? e->sym->name : NULL;
}

bool kp_tested_padded(struct kp_judge *j)
{
    const struct kp_node *n = j->l->node, *cond = kp_loop_condition(n), *start, *by, *bound;
    const struct kp_sym *v = cond->first ? cond->first->sym : NULL, *stepped;
    bool by_block;
    const char *t;
    int sign;

    if (n->kind != KP_FOR || cond->kind != KP_BINARY || cond->op != KP_OP_LT ||
        cond->first->kind != KP_REF || !v || !is_int(v->type) || v->type->is_unsigned ||
        !kp_loop_init(n) || kp_loop_init(n)->kind != KP_DECL_STMT || !(start = kp_start_of(n, v)) ||
        kp_may_write(j->f, kp_loop_body(n), v) || !kp_loop_step(n) ||
        !kp_step_of(kp_loop_step(n), &stepped, &by, &sign) || stepped != v || sign < 0 || !by)
        return false;
    bound = kp_child(cond, 1);
    by_block = kp_builtin_axis(resolved(j->f, by), "blockDim") == 'x';
    if (kp_builtin_axis(resolved(j->f, start), "threadIdx") != 'x' || !is_int(bound->type) ||
        bound->type->is_unsigned || !is_multiple(j->f, bound, by) || !is_plain(j->u, bound, v) ||
        kp_thread_dependent(j->f, bound, NULL) || !kp_can_be_tested(j))
        return false;
    t = by_block ? "1024" /* the most threads of a block */ : text_of(j, by);
    if (!t || kp_is_hidden(j->u, j->f->decl, "blockDim"))
        return false;
    if (!by_block)
        kp_add_text(j->u->arena, &j->l->tests, kp_sprintf(j->u->arena, "blockDim.x <= %s", t));
    kp_add_text(
        j->u->arena, &j->l->tests,
        kp_sprintf(j->u->arena,
                   bound->kind == KP_REF ? "%s <= 2147483647 - %s" : "(%s) <= 2147483647 - %s",
                   kp_node_text(j->u, bound), t));
    j->l->tests_padded = true;
    return true;
}
