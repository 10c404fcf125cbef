/* Objects whose parts a piece of code sets before it reads them. */
#include "front/tree.h"
#include "model/expr.h"
#include "validate/piece.h"

enum { MOST_PARTS = 32 };

struct part {
    int64_t at, end;
};

struct anew {
    const struct kp_sym *object;
    struct part set[MOST_PARTS];
    size_t n;
};

/* Bytes of the object that the expression names, by members and constant indices; false: others. */
static bool is_part(const struct anew *a, const struct kp_node *n, struct part *p)
{
    const struct kp_type *t = kp_referred_type(n->type);
    const struct kp_type *of = n->first ? kp_referred_type(n->first->type) : NULL;
    const struct kp_node *index;

    if (!t || t->size <= 0 || t->is_dependent)
        return false;
    if (n->kind == KP_REF && n->sym == a->object) {
        *p = (struct part){0, t->size};
        return true;
    }
    if (!of || !is_part(a, n->first, p))
        return false;
    if (n->kind == KP_MEMBER && !n->is_arrow && n->sym && n->sym->offset >= 0 &&
        !n->sym->is_bit_field && of->decl && n->sym->parent == of->decl) {
        p->at += n->sym->offset;
    } else if (n->kind == KP_INDEX && of->kind == KP_TYPE_ARRAY) {
        index = kp_child(n, 1);
        if (!index->has_value || kp_holds(index, KP_BIT(KP_REF)) || index->value < 0 ||
            index->value >= of->count)
            return false;
        p->at += index->value * t->size;
    } else {
        return false;
    }
    p->end = p->at + t->size;
    return true;
}

/* True if all its bytes have been set. */
static bool is_set(const struct anew *a, struct part p)
{
    for (size_t i = 0; i < a->n && p.at < p.end; i++)
        if (a->set[i].at <= p.at && p.at < a->set[i].end) {
            p.at = a->set[i].end;
            i = (size_t)-1;
        }
    return p.at >= p.end;
}

static bool reads_what_is_set(struct anew *a, const struct kp_node *n);

/* A statement of a block. What it sets, all behind it finds. */
static bool is_done(struct anew *a, const struct kp_node *n)
{
    struct part p;

    if (n->kind != KP_ASSIGN || n->op != KP_OP_ASSIGN || !is_part(a, n->first, &p))
        return reads_what_is_set(a, n);
    if (!reads_what_is_set(a, n->last))
        return false;
    if (a->n < MOST_PARTS)
        a->set[a->n++] = p;
    return true;
}

static bool reads_what_is_set(struct anew *a, const struct kp_node *n)
{
    const size_t before = a->n;
    struct part p;

    if (!kp_count_refs(n, a->object))
        return true;
    if (is_part(a, n, &p))
        return is_set(a, p);
    switch (n->kind) {
    case KP_COMPOUND:
    case KP_DECL_STMT:
    case KP_VAR:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_BINARY:
    case KP_COND:
    case KP_CAST:
    case KP_INDEX:
    case KP_ASSIGN:
        break;
    default: /* an address, a call that may get one, assembly */
        return false;
    }
    kp_each_child(c, n)
    {
        if (n->kind == KP_COMPOUND ? !is_done(a, c) : !reads_what_is_set(a, c))
            return false;
        if (n->kind != KP_COMPOUND)
            a->n = before;
    }
    a->n = before;
    return true;
}

bool kp_parts_are_set_anew(const struct kp_node *n, const struct kp_sym *s)
{
    struct anew a = {.object = s};

    return s->type && s->type->kind == KP_TYPE_RECORD && !kp_may_hold(n, KP_LABEL) &&
           !kp_holds(n, KP_BIT(KP_SWITCH) | KP_BIT(KP_LAMBDA)) && reads_what_is_set(&a, n);
}
