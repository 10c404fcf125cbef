/* What a closure returns to the kernel around it, while it is being found out what the kernel's
 * variables point to: numbers alone. The closure's body is part of the kernel's, so what stands in
 * its variables is learned with the rest; here its parameters get what the calls pass. */
#include "front/tree.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/objs.h"
#include "model/stores.h"

static bool has_numbers_alone(const struct kp_node *lambda)
{
    kp_each_child(p, lambda) if (p->kind == KP_PARAM && (kp_is_reference(p->sym) ||
                                                         !kp_is_number(p->sym->type))) return false;
    return !lambda->may_give_place;
}

/* True if the kernel does nothing with the closure but call it. */
static bool is_only_called(struct kp_func *f, const struct kp_sym *closure)
{
    unsigned calls = 0;

    kp_each_below(x, f->body) if (x->kind == KP_CALL && x->sym == closure && x->first &&
                                  x->first->kind == KP_REF && x->first->sym == closure) calls++;
    return kp_count_refs(f->body, closure) == calls;
}

/* The closure of a call that gives a number and takes numbers; NULL: another call, or one of a
 * closure that the kernel hands on. */
static const struct kp_node *number_closure(struct kp_func *f, const struct kp_node *call)
{
    const struct kp_sym *s = call->kind == KP_CALL ? call->sym : NULL;
    const struct kp_node *lambda =
        s && s->is_lambda && s->decl && s->decl->kind == KP_VAR && s->decl->has_init ? s->decl->last
                                                                                     : NULL;

    if (!lambda || lambda->kind != KP_LAMBDA || !kp_declared_in(s, f->decl) ||
        !kp_is_number(call->type) || !has_numbers_alone(lambda) ||
        kp_holds(lambda->last, KP_BIT(KP_LAMBDA) | KP_BIT(KP_UNKNOWN)) || !is_only_called(f, s))
        return NULL;
    return lambda;
}

bool kp_learn_passed(struct kp_func *f, const struct kp_node *call)
{
    const struct kp_node *lambda = number_closure(f, call);
    bool grew = false;

    for (unsigned i = 0; lambda && kp_child(lambda, i)->kind == KP_PARAM; i++) {
        const struct kp_node *arg = kp_argument(call, i);
        struct kp_objs passed = {0};

        if (arg)
            kp_value_objs(f, arg, &passed);
        else
            kp_objs_add_unknown(f, &passed);
        grew |= kp_add_pointee(f, kp_child(lambda, i)->sym, &passed);
    }
    return grew;
}

bool kp_closure_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out)
{
    const struct kp_node *lambda = number_closure(f, call);

    if (!lambda)
        return false;
    kp_each_below(x, lambda->last) if (x->kind == KP_RETURN && x->first &&
                                       x->first->kind != KP_NONE) kp_value_objs(f, x->first, out);
    return true;
}
