/* Rows that are padded by an odd number of elements: no vector fits them. Padded a little more they
 * take vectors, and the padding still does what it is for. */
#include "widen/vector.h"

#include "emit/emit.h"
#include "model/elements.h"
#include "model/eval.h"
#include "model/own_text.h"

enum { VECTOR = 16 };

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
        !kp_is_inside(s->decl, f->body) || kp_names_in_macro(f->body, s) ||
        !kp_names_elements(f, s, f->body, false))
        return 0;
    bytes = columns * elem->size;
    padded = (bytes + VECTOR - 1) / VECTOR * VECTOR;
    /* an odd number of vectors: eight rows, one below the other, lie in all banks */
    if (padded / VECTOR % 2 == 0)
        padded += VECTOR;
    return (padded - bytes) / elem->size;
}
