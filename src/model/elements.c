/* Checks that the text names nothing but single elements of an array, and uses them where it names
 * them: then an index beyond its dimension is undefined in C++, in whatever block. */
#include "model/elements.h"

#include "front/tree.h"
#include "model/eval.h"
#include "model/stores.h"

static bool is_used_here(const struct kp_node *n, bool by_address);

/* Scalars, and CUDA's vectors of them. What a template leaves open may be a reference. */
static bool is_plain(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || ((t->is_dependent || t->kind == KP_TYPE_DEPENDENT) && !kp_is_type_parameter(t) &&
               !kp_streq(kp_base_name(t), "auto")))
        return false;
    return t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_POINTER &&
           (t->kind != KP_TYPE_RECORD || (t->decl && t->decl->from_prelude));
}

static bool is_given_to_cuda(const struct kp_node *n)
{
    return n->kind == KP_CALL && n->sym && n->sym->from_prelude;
}

static bool is_given_by_value(const struct kp_node *call, const struct kp_node *argument)
{
    for (unsigned i = 0; kp_argument(call, i); i++)
        if (kp_argument(call, i) == argument) {
            const struct kp_node *p = kp_parameter_of(call, i);

            return p && is_plain(p->sym->type);
        }
    return false;
}

/* &As[i][j], which is read or written as a plain type, or handed to a function of CUDA's. */
static bool address_is_used_here(const struct kp_node *n, bool by_address)
{
    const struct kp_node *p = n->parent;

    for (; p->kind == KP_CAST; p = p->parent)
        n = p;
    return is_given_to_cuda(p) ||
           (p->kind == KP_UNARY && p->op == KP_OP_DEREF && p->type &&
            p->type->kind != KP_TYPE_ARRAY && is_plain(p->type) && is_used_here(p, by_address));
}

/* True if what a function returns is no place of its caller's. */
static bool returns_value(const struct kp_node *n)
{
    while (n && n->kind != KP_LAMBDA && n->kind != KP_FUNCTION)
        n = n->parent;
    return n && n->kind == KP_LAMBDA && !n->may_give_place;
}

/* True if the place that the expression names is read or written here: nothing keeps its address,
 * from which others could be reached. */
static bool is_used_here(const struct kp_node *n, bool by_address)
{
    const struct kp_node *p = n->parent;

    switch (p->kind) {
    case KP_COMPOUND:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
    case KP_LABEL:
    case KP_ASM:
    case KP_SIZEOF:
        return true;
    case KP_VAR:
        return p->sym && is_plain(p->sym->type);
    case KP_INIT_LIST:
    case KP_CONSTRUCT:
    case KP_CAST: /* it may name the same place: a reference's list, a cast to a reference */
        return is_plain(p->type) && is_used_here(p, by_address);
    case KP_UNARY:
        if (p->op == KP_OP_ADDR)
            return by_address && address_is_used_here(p, by_address);
        return (p->op != KP_OP_PREINC && p->op != KP_OP_PREDEC) || is_used_here(p, by_address);
    case KP_BINARY:
        return p->op != KP_OP_COMMA || p->first == n || is_used_here(p, by_address);
    case KP_ASSIGN:
    case KP_COND:
        return (p->kind == KP_ASSIGN) != (p->first == n) || is_used_here(p, by_address);
    case KP_INDEX:
        return p->first != n;
    case KP_MEMBER:
        return is_used_here(p, by_address);
    case KP_RETURN:
        return returns_value(p);
    case KP_CALL:
        return is_given_to_cuda(p) || is_given_by_value(p, n);
    default:
        return false;
    }
}

/* s[0][i] may mean all of s. Any other index past its own dimension is undefined. */
static bool is_flat(struct kp_func *f, const struct kp_node *element, unsigned indices)
{
    struct kp_env env = {.f = f};
    int64_t v;

    return indices > 1 && kp_value_in(&env, kp_child(element->first, 1), &v) &&
           !kp_eval(kp_child(element, 1), NULL, &v);
}

bool kp_names_elements(struct kp_func *f, const struct kp_sym *s, const struct kp_node *n,
                       bool by_address)
{
    if (n->kind == KP_REF && n->sym == s) {
        const struct kp_node *e = n;
        unsigned indices = 0;

        for (; e->parent && e->parent->kind == KP_INDEX && e->parent->first == e; e = e->parent)
            indices++;
        return indices == s->n_dims && !is_flat(f, e, indices) && is_used_here(e, by_address);
    }
    kp_each_child(c, n) if (!kp_names_elements(f, s, c, by_address)) return false;
    return true;
}
