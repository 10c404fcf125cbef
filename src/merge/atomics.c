/* Atomics of integers whose result is not used. A merged kernel runs its sub-blocks in one of the
 * orders in which the blocks of the original may run; it must be shown that all orders give the
 * same memory. They do if every atomic is the same operation on numbers of the same type, one that
 * is associative and commutes, and nothing else of the kernel touches what it goes to. Different
 * operations do not commute, and floating-point sums depend on their order. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "model/access.h"

/* The operation, if it is one that commutes with itself. */
static const char *operation_of(const struct kp_node *call)
{
    static const char *const names[] = {"atomicAdd", "atomicSub", "atomicMin", "atomicMax",
                                        "atomicAnd", "atomicOr",  "atomicXor"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (call->kind == KP_CALL && call->sym && call->sym->from_prelude &&
            kp_streq(call->sym->name, names[i]))
            return names[i];
    return NULL;
}

/* The type that the atomic's pointer points to: a number on which the hardware has this operation.
 */
static const struct kp_type *number_of(const struct kp_node *call)
{
    const struct kp_node *to = call->first->next;
    const struct kp_type *t = to ? to->type : NULL;

    t = t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY) ? t->elem : NULL;
    return t && t->kind == KP_TYPE_INT && !t->is_dependent && !t->is_volatile &&
                   (t->size == 4 || t->size == 8)
               ? t
               : NULL;
}

/* A statement of its own. */
static bool is_unused(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    if (p && p->kind == KP_CAST && p->type && p->type->kind == KP_TYPE_VOID) {
        n = p;
        p = p->parent;
    }
    switch (p ? p->kind : KP_NONE) {
    case KP_COMPOUND:
        return true;
    case KP_IF:
        return n != kp_child(p, 0) && n != kp_child(p, 1);
    case KP_FOR:
    case KP_WHILE:
        return n == p->last;
    case KP_DO:
        return n == p->first;
    default:
        return false;
    }
}

static bool is_same(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_type *s = number_of(a), *t = number_of(b);

    return kp_streq(operation_of(a), operation_of(b)) && s->size == t->size &&
           s->is_unsigned == t->is_unsigned;
}

static bool is_atomic(const struct kp_access *a)
{
    return (a->mode & KP_ATOMIC) == KP_ATOMIC;
}

/* Another access of the kernel to the memory, outside the block, that an atomic changes; NULL:
 * none. */
static const struct kp_access *beside(const struct kp_effects *e, const struct kp_access *atomic)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == atomic->base && e->access.v[i].space == atomic->space &&
            !is_atomic(&e->access.v[i]))
            return &e->access.v[i];
    return NULL;
}

static bool refuse(struct kp_merging *m, const struct kp_node *at)
{
    return kp_refuse_merge(m, KP_CODE_KP901, at, kp_node_text(m->u, at));
}

bool kp_atomics_commute(struct kp_merging *m)
{
    const struct kp_effects *e = kp_function_effects(m->f);
    const struct kp_node *first = NULL;

    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i], *other;

        if (!is_atomic(a))
            continue;
        if (a->in || !operation_of(a->at) || !number_of(a->at) || !is_unused(a->at))
            return refuse(m, a->at);
        first = first ? first : a->at;
        if (!is_same(first, a->at))
            return refuse(m, a->at);
        other = a->space == KP_SPACE_SHARED ? NULL : beside(e, a);
        if (other)
            return refuse(m, other->at);
    }
    return true;
}
