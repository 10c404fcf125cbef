/* The loop's header: which locals it advances, and how often it runs when that is constant. */
#include "model/access.h"
#include "model/eval.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/steps.h"

const struct kp_node *kp_start_of(const struct kp_node *loop, const struct kp_sym *v)
{
    const struct kp_node *init = kp_loop_init(loop);

    if (init && init->kind == KP_DECL_STMT)
        kp_each_child(d, init) if (d->kind == KP_VAR && d->sym == v && d->has_init) return d->last;
    return init && init->kind == KP_ASSIGN && init->op == KP_OP_ASSIGN &&
                   init->first->kind == KP_REF && init->first->sym == v
               ? kp_child(init, 1)
               : NULL;
}

bool kp_step_of(const struct kp_node *step, const struct kp_sym **sym, const struct kp_node **by,
                int *sign)
{
    const struct kp_node *left = step ? step->first : NULL, *right;

    if (!left || left->kind != KP_REF || !left->sym)
        return false;
    *sym = left->sym;
    *by = NULL; /* one */
    *sign = 1;
    if (step->kind == KP_UNARY && (step->op == KP_OP_PREINC || step->op == KP_OP_POSTINC))
        return true;
    *sign = -1;
    if (step->kind == KP_UNARY && (step->op == KP_OP_PREDEC || step->op == KP_OP_POSTDEC))
        return true;
    if (step->kind != KP_ASSIGN)
        return false;
    right = kp_child(step, 1);
    *by = right;
    *sign = step->op == KP_OP_SUB_ASSIGN ? -1 : 1;
    if (step->op == KP_OP_ADD_ASSIGN || step->op == KP_OP_SUB_ASSIGN)
        return true;
    if (step->op == KP_OP_ASSIGN && right->kind == KP_BINARY && right->op == KP_OP_ADD &&
        right->first->kind == KP_REF && right->first->sym == left->sym) {
        *by = kp_child(right, 1);
        return true;
    }
    return false;
}

bool kp_counts(const struct kp_node *loop, struct kp_counted *out)
{
    if (!kp_step_of(kp_loop_step(loop), &out->v, &out->by, &out->sign))
        return false;
    out->from = kp_start_of(loop, out->v);
    return true;
}

/* Runs of `for (i = a; i op b; i += c)` with constant a, b, c: counted, up to a limit. */
int64_t kp_constant_trips(const struct kp_node *loop, const struct kp_launch *bindings)
{
    enum { LIMIT = 1 << 16 };
    const struct kp_node *cond = kp_loop_condition(loop);
    struct kp_env env = {.bindings = bindings};
    int64_t at, step = 1, n = 0, goes_on;
    struct kp_counted c;

    if (loop->kind != KP_FOR || !cond || cond->kind != KP_BINARY || cond->first->kind != KP_REF ||
        !kp_counts(loop, &c) || cond->first->sym != c.v || !c.from || !kp_eval(c.from, NULL, &at) ||
        (c.by && !kp_eval(c.by, bindings, &step)))
        return -1;
    for (; kp_env_set(&env, 0, c.v, at) && kp_value_in(&env, cond, &goes_on); at += c.sign * step)
        if (!goes_on)
            return n;
        else if (++n > LIMIT)
            return -1;
    return -1;
}

void kp_model_header(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->header.access.n; i++) {
        const struct kp_access *a = &l->header.access.v[i];

        if (a->space == KP_SPACE_LOCAL && a->base && kp_is_store(a))
            kp_push_once(f->unit->arena, &l->header_state, a->base);
    }
    l->trip_count = kp_constant_trips(l->node, NULL);
}
