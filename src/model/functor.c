/* Functors: what they do is what their operators do in all instances of the kernel. */
#include "model/functor.h"

#include "fn/fn.h"
#include "fn/helper.h"
#include "front/tree.h"

enum answer { UNASKED, UNKNOWN, PURE, WARP };

/* `op` of `op(..)` and `op.name(..)`; NULL: none of these. */
const struct kp_node *kp_functor_object(const struct kp_node *call)
{
    const struct kp_node *callee = call->kind == KP_CALL && call->is_dependent ? call->first : NULL;

    if (callee && callee->kind == KP_MEMBER && !callee->is_arrow && !call->sym && call->name)
        return callee->first;
    return callee && callee->kind == KP_REF && callee->sym && call->sym == callee->sym ? callee
                                                                                       : NULL;
}

/* By the text alone. */
static bool is_open_functor(const struct kp_node *call)
{
    const struct kp_node *object = kp_functor_object(call);
    const struct kp_sym *s = object && object->kind == KP_REF ? object->sym : NULL;

    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && !s->is_lambda &&
           s->space == KP_SPACE_LOCAL && !s->is_static && !s->n_dims && s->type &&
           s->type->kind == KP_TYPE_DEPENDENT;
}

static const char *method_of(const struct kp_node *call)
{
    return call->sym ? "operator()" : call->name;
}

/* All methods of the name in the class: which one is taken may hang on other types. */
static bool are_helpers(const struct kp_unit *u, const struct kp_sym *one, const char *name,
                        unsigned *control)
{
    if (!one || !one->is_method || !one->parent || !kp_streq(one->name, name) ||
        !kp_is_helper_method(u, one, control))
        return false;
    kp_each_member(s, u, one->parent) if (s != one && s->kind == KP_SYM_FUNCTION &&
                                          kp_streq(s->name, name) &&
                                          !kp_is_helper_method(u, s, control)) return false;
    return true;
}

/* True if the class has no methods but its own. */
static bool is_all_of_class(const struct kp_node *call)
{
    const struct kp_node *callee = call->first;
    const struct kp_type *t = callee && callee->kind == KP_MEMBER ? callee->first->type
                              : callee                            ? callee->type
                                                                  : NULL;
    const struct kp_sym *record = t ? t->decl : NULL;

    return record && call->sym &&
           (record == call->sym->parent && !record->base &&
            !(record->pattern && record->pattern->base));
}

static bool judge_instance(const struct kp_unit *u, const struct kp_node *n,
                           const struct kp_node *call, unsigned *control, bool *any)
{
    if (n->kind == KP_CALL && n->pattern == call) {
        *any = true;
        if (!is_all_of_class(n) || !are_helpers(u, n->sym, method_of(call), control))
            return false;
    }
    kp_each_child(c, n) if (!judge_instance(u, c, call, control, any)) return false;
    return true;
}

/* True if the class is one of those of the instances in sight, as the output asserts. */
static bool is_asserted(const struct kp_unit *u, const struct kp_sym *kernel,
                        const struct kp_type *t)
{
    for (size_t i = 0; i < u->parse.plain.n; i++) {
        const struct kp_plain *p = &u->parse.plain.v[i];

        if (p->function == kernel && p->only_these &&
            kp_streq(p->param->name, kp_plain_type(u->arena, t->spelling)))
            return true;
    }
    return false;
}

static enum answer judge(const struct kp_func *f, const struct kp_node *call)
{
    const struct kp_unit *u = f->unit;
    unsigned control = 0;
    bool any = false;

    if (!f->sym->is_kernel || !f->sym->is_template || f->parametric ||
        u->parse.has_more_instances || kp_is_header(u) ||
        !is_asserted(u, f->sym, kp_functor_object(call)->sym->type))
        return UNKNOWN;
    for (size_t i = 0; i < u->parse.instances.n; i++)
        if (u->parse.instances.v[i].pattern == f->sym &&
            !judge_instance(u, u->parse.instances.v[i].function, call, &control, &any))
            return UNKNOWN;
    return !any ? UNKNOWN : control ? WARP : PURE;
}

bool kp_is_functor_helper(const struct kp_unit *u, const struct kp_node *call)
{
    return kp_map_get(&u->functors, call) > UNKNOWN;
}

const struct kp_call_rule *kp_functor_rule(struct kp_func *f, const struct kp_node *call)
{
    static const struct kp_call_rule pure = {.address_of = -1, .effect = "pure"},
                                     warp = {.address_of = -1,
                                             .control = KP_CTL_WARP,
                                             .effect = "warp"};
    size_t *answer;

    if (!is_open_functor(call))
        return NULL;
    answer = kp_map_at(f->unit->arena, &f->unit->functors, call);
    if (*answer == UNASKED)
        *answer = judge(f, call);
    return *answer == PURE ? &pure : *answer == WARP ? &warp : NULL;
}
