/* The types of values that a template's text leaves open: its visible instances have them. */
#include "front/tree.h"
#include "model/func.h"
#include "model/mentions.h"
#include "model/types_text.h"

bool kp_is_in_words_of_another(const struct kp_node *n)
{
    const uint64_t declared = KP_BIT(KP_MEMBER) | KP_BIT(KP_CALL) | KP_BIT(KP_OPCALL);

    for (; n; n = n->first) {
        const struct kp_type *t = kp_innermost_type(n->sym ? n->sym->type : n->type);

        if (KP_BIT(n->kind) & declared && kp_is_left_open(t) && !kp_is_type_parameter(t))
            return true;
    }
    return false;
}

/* The type of what the node's value is stored to, by itself, as one of two or through operators of
 * the language; NULL: something else is made of it. */
static const struct kp_type *target_of(const struct kp_node *n, const struct kp_node **place)
{
    const uint64_t on_the_way =
        KP_BIT(KP_COND) | KP_BIT(KP_CAST) | KP_BIT(KP_BINARY) | KP_BIT(KP_UNARY);
    const struct kp_node *p = n->parent;

    for (; p && KP_BIT(p->kind) & on_the_way && !p->is_place; p = p->parent)
        n = p;
    *place = p;
    if (p && p->kind == KP_VAR && p->has_init && p->last == n)
        return kp_lvalue_type(p);
    if (p && p->last == n && p->first != n &&
        ((p->kind == KP_ASSIGN && p->op == KP_OP_ASSIGN) ||
         (p->kind == KP_OPCALL && p->name && kp_streq(p->name, "operator="))))
        return kp_lvalue_type(p->first);
    return NULL;
}

static bool is_same_value(struct kp_unit *u, const struct kp_type *a, const struct kp_type *b)
{
    return a && b && kp_is_value(a) && !a->is_dependent && !b->is_dependent &&
           kp_streq(kp_plain_type(u->arena, a->canonical), kp_plain_type(u->arena, b->canonical));
}

/* True if the variable's type is made of that of the value in each instance. */
static bool is_made_of(struct kp_unit *u, const struct kp_node *var, const struct kp_nodes *values)
{
    for (size_t i = 0; i < values->n; i++) {
        struct kp_nodes made = {0};

        kp_find_made(u, kp_function_around(values->v[i]), var, &made);
        if (!made.n || !is_same_value(u, kp_lvalue_type(values->v[i]),
                                      kp_innermost_type(made.v[0]->sym->type)))
            return false;
    }
    return true;
}

/* The template's parameter that the values' type is, by a variable that is declared with it; NULL:
 * it is none. */
static const struct kp_type *parameter_of(struct kp_unit *u, const struct kp_node *n,
                                          const struct kp_nodes *values)
{
    const struct kp_type *found = NULL;

    if (n->kind == KP_LAMBDA) /* it may be a template, too */
        return NULL;
    if ((n->kind == KP_VAR || n->kind == KP_PARAM) && n->sym &&
        kp_is_type_parameter(kp_innermost_type(n->sym->type)) && is_made_of(u, n, values))
        return kp_innermost_type(n->sym->type);
    kp_each_child(c, n) if (!found) found = parameter_of(u, c, values);
    return found;
}

const struct kp_type *kp_open_value_type(struct kp_func *f, const struct kp_node *n)
{
    const struct kp_node *place, *at;
    const struct kp_type *to = target_of(n, &place), *first, *t, *target;
    bool is_targets = to != NULL, is_one = true;
    struct kp_nodes all = {0};

    kp_in_instances(f, n, &all);
    first = all.n ? kp_lvalue_type(all.v[0]) : NULL;
    for (size_t i = 0; i < all.n; i++) {
        t = kp_lvalue_type(all.v[i]);
        target = target_of(all.v[i], &at);
        is_targets &= target && at->pattern == place && is_same_value(f->unit, t, target);
        is_one &= is_same_value(f->unit, t, first);
    }
    if (!all.n)
        return NULL;
    t = parameter_of(f->unit, f->sym->decl, &all);
    if (t)
        return t;
    if (is_targets && (kp_is_auto(to) || kp_is_in_words_of_another(place->first)))
        is_targets = false;
    return is_targets && kp_said_type(f->unit, n, to) ? to : is_one ? first : NULL;
}
