/* Rows that are padded by an odd number of elements: no vector fits them. Padded a little more they
 * take vectors, and the padding still does what it is for. */
#include "widen/vector.h"

#include "model/eval.h"

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
static bool is_flat(const struct kp_node *element, const struct kp_node *last)
{
    int64_t v;

    return kp_eval(kp_child(element->first, 1), NULL, &v) && !kp_eval(last, NULL, &v);
}

/* Every use of the array is one element: nothing else sees how long its rows are. */
static bool only_elements(const struct kp_sym *s, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF)
        return !kp_count_refs(n, s);
    if (n->kind == KP_REF && n->sym == s) {
        const struct kp_node *last = NULL, *element;

        if (n->from_macro || indices_of(n, &last, &element) != s->n_dims ||
            is_flat(element, last) || kp_is_array_lvalue(element))
            return false;
        n = element->parent;
        return !n || n->kind != KP_UNARY || n->op != KP_OP_ADDR;
    }
    kp_each_child(c, n) if (!only_elements(s, c)) return false;
    return true;
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
        !kp_eval(dim, NULL, &columns) || columns <= 0 || columns > 4096 ||
        !kp_is_inside(s->decl, f->body) || !only_elements(s, f->body))
        return 0;
    bytes = columns * elem->size;
    padded = (bytes + VECTOR - 1) / VECTOR * VECTOR;
    /* an odd number of vectors: eight rows, one below the other, lie in all banks */
    if (padded / VECTOR % 2 == 0)
        padded += VECTOR;
    return (padded - bytes) / elem->size;
}
