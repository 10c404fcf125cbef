/* Whether all threads of the block run a loop. */
#include "front/tree.h"
#include "model/together.h"
#include "widen/cooperative.h"

/* A return that some threads may take and others not. One behind the K-loop counts, too: where the
 * loop stands in another one it may come before. */
static bool some_return(struct kp_func *f, const struct kp_node *n, bool divergent)
{
    if (!kp_may_hold(n, KP_GOTO) && !kp_may_hold(n, KP_RETURN))
        return false;
    if (n->kind == KP_GOTO)
        return true;
    if (n->kind == KP_RETURN)
        return divergent;
    if (n->kind == KP_LAMBDA)
        return false;
    divergent |= n->kind == KP_RANGE_FOR || kp_divides(f, n);
    kp_each_child(c, n) if (some_return(f, c, divergent)) return true;
    return false;
}

/* True if the call stands where some threads may not come: a barrier behind it waits for all. */
static bool may_be_left_out(struct kp_func *f, const struct kp_node *site)
{
    for (const struct kp_node *n = site->parent; n && n->kind != KP_FUNCTION; n = n->parent)
        if (n->kind == KP_RANGE_FOR || n->kind == KP_LAMBDA || kp_divides(f, n))
            return true;
    return false;
}

/* Assembly and functions that nobody knows may end the thread. */
static bool all_go_through(struct kp_func *f)
{
    return !some_return(f, f->body, false) &&
           !(kp_function_effects(f)->control_mask & (KP_CTL_UNKNOWN | KP_CTL_ASM));
}

/* True if all threads make each call of the function, and go on behind it. */
static bool all_call(struct kp_unit *u, const struct kp_sym *function)
{
    const struct kp_calls_of *calls = kp_calls_of(u, function);

    for (size_t i = 0; i < calls->list.n; i++) {
        struct kp_func *caller = kp_func_get(u, calls->list.v[i].in, false);

        if (!caller || may_be_left_out(caller, calls->list.v[i].node))
            return false;
    }
    return true;
}

bool kp_all_threads_come(struct kp_func *f, const struct kp_loop *l)
{
    bool unseen;
    const struct kp_functions above = kp_functions_above(f->unit, l, &unseen);

    if (l->may_diverge || unseen)
        return false;
    for (size_t i = 0; i < above.list.n; i++) {
        const struct kp_sym *s = above.list.v[i];
        struct kp_func *g = s == f->sym ? f : kp_func_get(f->unit, s, false);

        if (!g || !all_go_through(g) || (!s->is_kernel && !all_call(f->unit, s)))
            return false;
    }
    return true;
}
