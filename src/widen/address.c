/* Where the elements lie that the lanes of a vector copy. */
#include "front/tree.h"
#include "model/objs.h"
#include "widen/vector.h"

enum { MAX_DEPTH = 40, TILE_ALIGN = 16 };

/* A place in memory, as a distance between lanes and an alignment. */
static bool lvalue_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta,
                      int depth);

static int64_t size_of(const struct kp_type *t)
{
    return t && t->size > 0 ? t->size : -1;
}

/* base + index: `unit` bytes from one index to the next. */
static bool displaced(struct kp_vector *p, const struct kp_node *index, int64_t unit, int64_t by,
                      int64_t *delta)
{
    int64_t d, left = by;

    if (unit <= 0 || !kp_vector_delta(p, index, &d))
        return false;
    for (int64_t u = unit; u % 2 == 0 && left > 1; u /= 2)
        left /= 2;
    if (!kp_vector_multiple(p, index, left))
        return false;
    *delta += d * unit;
    return true;
}

static const struct kp_node *pointer_definition(const struct kp_vector *p, const struct kp_sym *s)
{
    return s && kp_single_definition(p->f, s) ? kp_first_value(s->decl) : NULL;
}

static bool variable_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta,
                        int depth);

/* A pointer's value. */
static bool pointer_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta,
                       int depth)
{
    const struct kp_node *a, *b;
    const struct kp_type *t;

    if (depth > MAX_DEPTH)
        return false;
    if (kp_is_array_lvalue(e))
        return lvalue_at(p, e, by, delta, depth + 1);
    switch (e->kind) {
    case KP_CAST:
        return e->type && e->type->kind == KP_TYPE_POINTER &&
               pointer_at(p, e->first, by, delta, depth + 1);
    case KP_UNARY:
        return e->op == KP_OP_ADDR && lvalue_at(p, e->first, by, delta, depth + 1);
    case KP_BINARY:
        a = e->first;
        b = kp_child(e, 1);
        t = kp_lvalue_type(e);
        return e->op == KP_OP_ADD && t && t->kind == KP_TYPE_POINTER && b->type &&
               b->type->kind == KP_TYPE_INT && displaced(p, b, size_of(t->elem), by, delta) &&
               pointer_at(p, a, by, delta, depth + 1);
    case KP_REF:
        return e->sym && variable_at(p, e, by, delta, depth);
    default:
        return false;
    }
}

/* True if the address, which this text says in front of the loop, can be tested there. */
static bool test_address(struct kp_vector *p, const char *text, int64_t by)
{
    if (!text || p->no_new_facts)
        return false;
    kp_vector_fact(
        p, kp_sprintf(p->f->unit->arena, "reinterpret_cast<size_t>(%s) %% %d == 0", text, (int)by));
    return true;
}

/* A shared array's own beginning. A dynamic one is declared elsewhere, too. */
static bool array_at(struct kp_vector *p, const struct kp_node *e, int64_t by)
{
    const struct kp_sym *s = e->sym;

    if (!s || s->space != KP_SPACE_SHARED || !s->n_dims || by > TILE_ALIGN)
        return false;
    return !s->is_extern || s->alignment >= by ||
           (!kp_declared_in(s, p->l->node) && test_address(p, kp_vector_in_front(p, e), by));
}

/* for (const float *a = A; ..; a += BK) */
static bool in_header(const struct kp_vector *p, const struct kp_sym *s)
{
    const struct kp_node *init = kp_loop_init(p->l->node);

    return init && s->decl && kp_is_inside(s->decl, init) && s->decl->has_init;
}

/* True for a pointer into shared arrays. Where it lies follows from what it is set to: a test in
 * front of the loop would name a buffer that has stages. */
static bool is_to_shared(const struct kp_vector *p, const struct kp_sym *s)
{
    const struct kp_objs *to = kp_points_to(p->f, s);

    for (size_t i = 0; i < to->list.n; i++)
        if (to->list.v[i].space == KP_SPACE_SHARED)
            return true;
    return false;
}

static bool variable_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta,
                        int depth)
{
    const struct kp_node *init = pointer_definition(p, e->sym);
    int64_t before = *delta;
    size_t n = p->facts.n;

    if (!e->sym->type || e->sym->type->kind != KP_TYPE_POINTER)
        return false;
    if (!is_to_shared(p, e->sym) && test_address(p, kp_vector_tested(p, e), by))
        return true;
    if (init && pointer_at(p, init, by, delta, depth + 1))
        return true;
    *delta = before;
    p->facts.n = n;
    if (init)
        return false;
    return in_header(p, e->sym)
               ? kp_vector_moves(p, e, by) &&
                     pointer_at(p, kp_first_value(e->sym->decl), by, delta, depth + 1) &&
                     *delta == before
               : kp_vector_moving(p, e, by);
}

/* Whole rows are multiples when the last dimension is, or is made so. */
static bool rows_fit(struct kp_vector *p, const struct kp_sym *s, const struct kp_node *columns,
                     int64_t by)
{
    size_t n = p->facts.n;

    if (kp_vector_multiple(p, columns, by))
        return true;
    p->facts.n = n;
    if (!kp_row_padding(p->f, s))
        return false;
    kp_push_once(p->f->unit->arena, &p->padded, s);
    return true;
}

const struct kp_sym *kp_array_meant(const struct kp_sym *s)
{
    for (int i = 0; i < MAX_DEPTH && s && kp_is_reference(s) && s->kind == KP_SYM_VAR; i++) {
        const struct kp_node *to = s->decl && s->decl->has_init ? s->decl->last : NULL;

        if (!to || to->kind != KP_REF)
            break;
        s = to->sym;
    }
    return s;
}

/* The rows of a tile whose sizes are template parameters: [.., i, j] is what the declarator says.
 */
static bool tile_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta)
{
    const struct kp_node *dim, *index[KP_MAX_INDICES];
    const struct kp_sym *s;
    const struct kp_type *elem;
    unsigned n = 0;
    int64_t d;

    for (; e->kind == KP_INDEX && n < KP_MAX_INDICES; e = e->first)
        index[n++] = kp_child(e, 1);
    s = e->kind == KP_REF ? kp_array_meant(e->sym) : NULL;
    if (!s || s->space != KP_SPACE_SHARED || s->is_broken || !s->decl || n != s->n_dims)
        return false;
    elem = s->type;
    for (unsigned i = 0; i < n && elem; i++)
        elem = elem->elem;
    dim = s->decl->first;
    for (unsigned i = n; i-- > 1; dim = dim->next) /* outer indices: the same in all lanes */
        if (!kp_vector_delta(p, index[i], &d) || d)
            return false;
    if (by > TILE_ALIGN || !elem || size_of(elem) <= 0 || by % size_of(elem) ||
        (s->is_extern && !array_at(p, e, by)))
        return false;
    return (n < 2 || rows_fit(p, s, dim, by / size_of(elem))) &&
           displaced(p, index[0], size_of(elem), by, delta);
}

static bool lvalue_at(struct kp_vector *p, const struct kp_node *e, int64_t by, int64_t *delta,
                      int depth)
{
    size_t n = p->facts.n;
    int64_t before = *delta;

    if (depth > MAX_DEPTH)
        return false;
    if (tile_at(p, e, by, delta))
        return true;
    *delta = before;
    p->facts.n = n;
    switch (e->kind) {
    case KP_REF:
        return array_at(p, e, by);
    case KP_INDEX:
        return displaced(p, kp_child(e, 1), kp_lvalue_bytes(e), by, delta) &&
               pointer_at(p, e->first, by, delta, depth + 1);
    case KP_UNARY:
        return e->op == KP_OP_DEREF && pointer_at(p, e->first, by, delta, depth + 1);
    case KP_CALL: /* __ldg(p) */
        return e->n_children == 2 && pointer_at(p, kp_child(e, 1), by, delta, depth + 1);
    default:
        return false;
    }
}

bool kp_vector_contiguous(struct kp_vector *p, const struct kp_node *lvalue, int64_t bytes)
{
    int64_t delta = 0;

    return lvalue_at(p, lvalue, p->lanes * bytes, &delta, 0) && delta == bytes;
}
