/* Rows that are padded by an odd number of elements: no vector fits them. Padded a little more they
 * take vectors, and the padding still does what it is for. */
#include "widen/vector.h"

#include "model/eval.h"
#include "model/own_text.h"

enum { VECTOR = 16 };

/* The indices in front of which `n` stands as the array's name; 0 when it is used as a pointer. */
static unsigned indices_of(const struct kp_node *n, const struct kp_node **last,
                           const struct kp_node **element)
{
    unsigned count = 0;

    for (; n->parent && n->parent->kind == KP_INDEX && n->parent->first == n; n = n->parent) {
        *last = kp_child(n->parent, 1);
        count++;
    }
    *element = n;
    return count;
}

/* s[0][i] may mean all of s. Any other index past its own dimension is undefined. */
static bool is_flat(struct kp_func *f, const struct kp_node *element, const struct kp_node *last)
{
    struct kp_env env = {.f = f};
    int64_t v;

    return kp_value_in(&env, kp_child(element->first, 1), &v) && !kp_eval(last, NULL, &v);
}

static bool is_reference(const struct kp_type *t)
{
    return !t || t->is_dependent || t->kind == KP_TYPE_REFERENCE;
}

/* True if the call gets the argument by value. */
static bool takes_value(const struct kp_node *call, const struct kp_node *arg)
{
    const struct kp_node *p = call->sym && call->sym->decl ? call->sym->decl->first : NULL;

    if (call->sym && call->sym->from_prelude)
        return true;
    for (unsigned i = 0; kp_argument(call, i); i++, p = p ? p->next : NULL)
        if (kp_argument(call, i) == arg)
            return p && p->kind == KP_PARAM && !is_reference(p->sym->type);
    return false;
}

/* True if somebody may get the element's address, and go on from there to what lies behind it. */
static bool is_addressed(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    while (p && (p->kind == KP_COND || p->kind == KP_MEMBER ||
                 (p->kind == KP_BINARY && p->op == KP_OP_COMMA))) {
        n = p;
        p = p->parent;
    }
    if (!p)
        return true;
    switch (p->kind) {
    case KP_UNARY:
        return p->op == KP_OP_ADDR;
    case KP_VAR:
    case KP_CAST:
        return is_reference(p->type);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        return p->first == n ? p->kind == KP_CALL : !takes_value(p, n);
    case KP_ASM:
    case KP_LAMBDA:
    case KP_RETURN:
    case KP_RANGE_FOR:
    case KP_UNKNOWN:
        return true;
    default:
        return false;
    }
}

/* Every use of the array is one element: nothing else sees how long its rows are. */
static bool only_elements(struct kp_func *f, const struct kp_sym *s, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF)
        return !kp_count_refs(n, s);
    if (n->kind == KP_REF && n->sym == s) {
        const struct kp_node *last = NULL, *element;

        return !n->from_macro && indices_of(n, &last, &element) == s->n_dims &&
               !is_flat(f, element, last) && !kp_is_array_lvalue(element) && !is_addressed(element);
    }
    kp_each_child(c, n) if (!only_elements(f, s, c)) return false;
    return true;
}

/* True if `dim + 3` is three more than the dimension. */
static bool can_add_to(struct kp_func *f, const struct kp_node *dim)
{
    bool is_loose = dim->kind == KP_COND ||
                    (dim->kind == KP_BINARY && dim->op != KP_OP_ADD && dim->op != KP_OP_SUB &&
                     dim->op != KP_OP_MUL && dim->op != KP_OP_DIV && dim->op != KP_OP_REM);

    return !is_loose && kp_owns_text(f->unit, dim);
}

int64_t kp_row_padding(struct kp_func *f, const struct kp_sym *s)
{
    const struct kp_type *elem = s->type;
    const struct kp_node *dim = s->decl ? s->decl->first : NULL;
    int64_t columns, bytes, padded;

    for (unsigned i = 0; i < s->n_dims && elem; i++)
        elem = elem->elem;
    for (unsigned i = 0; i + 1 < s->n_dims && dim; i++)
        dim = dim->next;
    if (s->n_dims < 2 || s->is_extern || !elem || elem->size <= 0 || VECTOR % elem->size || !dim ||
        !kp_eval(dim, NULL, &columns) || columns <= 0 || columns > 4096 || !can_add_to(f, dim) ||
        !kp_is_inside(s->decl, f->body) || !only_elements(f, s, f->body))
        return 0;
    bytes = columns * elem->size;
    padded = (bytes + VECTOR - 1) / VECTOR * VECTOR;
    /* an odd number of vectors: eight rows, one below the other, lie in all banks */
    if (padded / VECTOR % 2 == 0)
        padded += VECTOR;
    return (padded - bytes) / elem->size;
}
