/* Closures by whose copies nobody can tell that they are copies: the function that makes them never
 * changes the variables that they copy, nor hands their places to anybody. */
#include "fn/copies.h"

#include "front/tree.h"

enum { MOST_COPIES = 16 };

static bool is_value(const struct kp_type *t)
{
    return t && !t->is_dependent && !t->is_volatile &&
           (kp_is_number(t) || t->kind == KP_TYPE_POINTER);
}

/* The parameter's type, of a function or closure in sight; NULL: it is not known. */
static const struct kp_type *type_of_param(const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_node *code = call->sym ? call->sym->decl : NULL;
    unsigned i = 0;

    if (code && code->kind == KP_VAR && code->has_init)
        code = code->last;
    if (!code || (code->kind != KP_FUNCTION && code->kind != KP_LAMBDA))
        return NULL;
    for (const struct kp_node *a = call->first->next; a && a != arg; a = a->next)
        i++;
    kp_each_child(p, code) if (p->kind == KP_PARAM)
    {
        if (!i--)
            return p->type;
    }
    return NULL;
}

static int64_t next_multiple(int64_t n, int64_t of)
{
    return (n + of - 1) / of * of;
}

/* True if the class holds numbers and pointers alone: they fill it, so there are no bases either.
 */
static bool is_of_values(const struct kp_type *t)
{
    const struct kp_node *record = t && t->decl ? t->decl->decl : NULL;
    int64_t end = 0, most = 1;

    if (!t || t->kind != KP_TYPE_RECORD || !record || record->kind != KP_RECORD)
        return false;
    kp_each_child(c, record) if (c->kind == KP_FIELD)
    {
        const struct kp_type *of = c->sym ? c->sym->type : NULL;

        if (!is_value(of) || of->size <= 0 || of->align <= 0)
            return false;
        end = next_multiple(end, of->align) + of->size;
        most = of->align > most ? of->align : most;
    }
    return next_multiple(end, most) == t->size;
}

/* True if what is around the expression takes its value, and nobody its place. */
static bool takes_value(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    switch (p->kind) {
    case KP_BINARY: /* of a comma the right side is a place, too */
        return is_value(p->type) && (p->op != KP_OP_COMMA || n == p->first || takes_value(p));
    case KP_UNARY:
        return p->op == KP_OP_PLUS || p->op == KP_OP_MINUS || p->op == KP_OP_NOT ||
               p->op == KP_OP_LNOT || (p->op == KP_OP_DEREF && is_value(n->type));
    case KP_INDEX:
        return is_value(n->type);
    case KP_MEMBER:
        return p->is_arrow && is_value(n->type);
    case KP_CAST: /* perhaps to a reference, which the type does not say */
        return is_value(p->type) && takes_value(p);
    case KP_COND:
        return n == p->first || takes_value(p);
    case KP_VAR:
        return is_value(p->type) && p->has_init && n == p->last;
    case KP_ASSIGN:
        return n != p->first && is_value(p->type);
    case KP_CALL:
        return n != p->first && is_value(type_of_param(p, n));
    case KP_INIT_LIST:
        return p->type &&
               (p->type->kind == KP_TYPE_ARRAY ? is_value(p->type->elem) : is_of_values(p->type));
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_LAMBDA: /* a capture: what is done to it stands in the body */
        return true;
    default:
        return false;
    }
}

bool kp_holds_variables(const struct kp_node *lambda)
{
    const struct kp_sym *copied[MOST_COPIES];
    const struct kp_node *in = lambda;
    unsigned n = 0;

    if (lambda->by_reference)
        return true;
    while (in && in->kind != KP_FUNCTION)
        in = in->parent;
    if (!in)
        return false;
    kp_each_below(x, lambda)
    {
        const struct kp_sym *s = x->sym;
        bool known = false;

        if (x->kind == KP_THIS || (x->kind == KP_UNKNOWN && s))
            return false;
        if (x->kind != KP_REF || !s || (s->kind != KP_SYM_VAR && s->kind != KP_SYM_PARAM) ||
            !s->decl || !kp_is_inside(s->decl, in) || s->is_static || s->space == KP_SPACE_SHARED)
            continue;
        if (kp_is_inside(s->decl, lambda)) {
            if (s->decl->kind == KP_VAR && s->decl->parent == lambda)
                return false; /* [n = 0] */
            continue;
        }
        for (unsigned i = 0; i < n; i++)
            known |= copied[i] == s;
        if (known)
            continue;
        if (n == MOST_COPIES || s->is_extern || s->n_dims || !is_value(s->type) ||
            (s->kind == KP_SYM_VAR && !s->decl->has_init))
            return false;
        copied[n++] = s;
    }
    kp_each_below(x, in) for (unsigned i = 0; i < n; i++)
    {
        if (x->sym == copied[i] && x != copied[i]->decl && (x->kind != KP_REF || !takes_value(x)))
            return false;
    }
    return true;
}
