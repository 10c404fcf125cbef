/* Types, as far as they tell whether a value can have an address in it. */
#include "front/tree.h"
#include "validate/flow.h"

enum { DEEPEST_MEMBER = 24 };

static bool is_open(const struct kp_type *t)
{
    return !t || (t->kind == KP_TYPE_DEPENDENT && t->spelling[0] == '<');
}

const struct kp_type *kp_flow_type(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    while (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return is_open(t) || (n->kind == KP_REF && n->sym->type && t && t->kind == KP_TYPE_DEPENDENT &&
                          kp_names_place(n->sym->type))
               ? NULL
               : t;
}

bool kp_is_plain_number(const struct kp_type *t)
{
    return kp_is_number(t) && !t->is_dependent;
}

const struct kp_type *kp_flow_declared(struct kp_run *r, const struct kp_node *n)
{
    size_t deduced = r->deduced.n;
    const struct kp_type *t;

    r->deduced.n = 0;
    t = kp_expr_type(r, n);
    r->deduced.n = deduced;
    return t;
}

/* The type where declarations say that it is a number, or that an element has the type of a type
 * parameter, and so is no array; NULL: they do not. The name `x` of a parameter `T &&x` may be one
 * of an array. */
static const struct kp_type *declared_value(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_type *t = kp_flow_declared(r, n);
    bool is_element = n->kind == KP_INDEX || (n->kind == KP_UNARY && n->op == KP_OP_DEREF);
    bool is_parameter =
        t && t->kind == KP_TYPE_DEPENDENT && !is_open(t) && t->decl && t->decl->kind == KP_SYM_TYPE;

    return (is_parameter && is_element) || (t && kp_is_plain_number(t)) ? t : NULL;
}

/* An array that is used as a value is an address. */
unsigned kp_flow_value(struct kp_flowing *f, const struct kp_node *n, unsigned state)
{
    const struct kp_type *t = kp_flow_type(n);

    if (!t)
        t = declared_value(f->r, n);
    if (t && (t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_VOID))
        return 0;
    return (state & KP_HAS) || ((state & KP_IS) && (!t || t->kind == KP_TYPE_ARRAY)) ? KP_HAS : 0;
}

/* True if the type, or the type of a member, is one of the kinds that are asked for. */
static bool has_kind(const struct kp_type *t, bool (*is_one)(const struct kp_type *),
                     unsigned depth)
{
    const struct kp_node *d;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || depth > DEEPEST_MEMBER || is_one(t))
        return true;
    if (t->kind != KP_TYPE_RECORD && t->kind != KP_TYPE_DEPENDENT)
        return false;
    d = t->decl ? t->decl->decl : NULL;
    if (!d)
        return t->kind == KP_TYPE_DEPENDENT ? is_open(t) || kp_starts_with(t->canonical, "auto")
                                            : !t->decl || !t->decl->from_prelude;
    kp_each_child(c, d) if (c->kind == KP_FIELD && c->sym &&
                            has_kind(c->sym->type, is_one, depth + 1)) return true;
    return false;
}

static bool is_reference(const struct kp_type *t)
{
    return t->kind == KP_TYPE_REFERENCE;
}

static bool is_lead(const struct kp_type *t)
{
    return t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER ||
           (t->kind == KP_TYPE_INT && t->size >= 8);
}

bool kp_has_reference(const struct kp_type *t)
{
    return has_kind(t, is_reference, 0);
}

bool kp_may_lead(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return has_kind(t, is_lead, 0);
}
