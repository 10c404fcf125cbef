#include "front/tree.h"
#include "model/element.h"

#include "model/expr.h"
#include "model/func.h"
#include "model/steady.h"
#include "model/written.h"

static const struct kp_node *strip_casts(const struct kp_node *e)
{
    while (e->kind == KP_CAST)
        e = e->first;
    return e;
}

/* `of` is the type of what the index picks. */
static void push_index(struct kp_element *el, const struct kp_node *i, const struct kp_type *of)
{
    if (of && of->kind == KP_TYPE_REFERENCE)
        of = of->elem;
    if (el->n < KP_MAX_DIMS) {
        el->unit[el->n] = of && of->size > 0 ? of->size : -1;
        el->index[el->n++] = i;
    } else
        el->known = false;
}

static void describe(const struct kp_node *e, struct kp_element *el)
{
    const struct kp_node *b;

    e = strip_casts(e);
    switch (e->kind) {
    case KP_REF:
        el->root = e->sym;
        break;
    case KP_MEMBER:
        el->field = e->sym ? e->sym->name : e->name;
        el->in_union |= !e->sym || e->sym->is_of_union;
        describe(e->first, el);
        break;
    case KP_INDEX:
        b = strip_casts(e->first);
        describe(b, el);
        if (b->kind == KP_UNARY && b->op == KP_OP_ADDR && kp_child(e, 1)->has_value &&
            kp_child(e, 1)->value == 0)
            break; /* reinterpret_cast<float4 *>(&x)[0] is x */
        push_index(el, kp_child(e, 1), e->type);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_ADDR || e->op == KP_OP_DEREF)
            describe(e->first, el);
        else
            el->known = false;
        break;
    case KP_BINARY: /* pointer + offset: the sum is the index */
        b = e;
        while (b->kind == KP_BINARY && b->op == KP_OP_ADD)
            b = strip_casts(b->first);
        el->known = el->known && b->kind == KP_REF;
        el->root = b->sym;
        push_index(el, e, e->type && e->type->kind == KP_TYPE_POINTER ? e->type->elem : NULL);
        break;
    default:
        el->known = false;
        break;
    }
}

/* x / c or x >> s: x and c. */
static const struct kp_node *quotient_of(const struct kp_node *e, int64_t *c)
{
    const struct kp_node *by = kp_child(e, 1);

    if (e->kind != KP_BINARY || !by->has_value)
        return NULL;
    if (e->op == KP_OP_DIV && by->value > 0)
        *c = by->value;
    else if (e->op == KP_OP_SHR && by->value >= 0 && by->value < 62)
        *c = (int64_t)1 << by->value;
    else
        return NULL;
    return e->first;
}

/* x % c, or x & c - 1 for a power of two. */
static const struct kp_node *remainder_of(const struct kp_node *e, int64_t *c)
{
    const struct kp_node *by = kp_child(e, 1);

    if (e->kind != KP_BINARY || !by->has_value || by->value <= 0)
        return NULL;
    if (e->op == KP_OP_REM)
        *c = by->value;
    else if (e->op == KP_OP_AND && !(by->value & (by->value + 1)))
        *c = by->value + 1;
    else
        return NULL;
    return e->first;
}

static bool is_unsigned(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && t->is_unsigned && t->size >= 4;
}

/* True if both round x in the same way, down or towards zero. They do when it is not negative, and
 * else where no conversion has made another number of it. */
static bool rounds_alike(struct kp_func *f, const struct kp_node *row, const struct kp_node *column)
{
    const struct kp_node *x = row->first;

    if (row->op == KP_OP_SHR && column->op == KP_OP_AND)
        return true;
    if (row->op == KP_OP_DIV && column->op == KP_OP_REM &&
        is_unsigned(row->type) == is_unsigned(column->type))
        return true;
    return is_unsigned(x->type) || kp_is_non_negative(f, x, NULL, NULL);
}

/* Can c be told to be the same: two constants, or the same template parameter? */
bool kp_splits(struct kp_func *f, const struct kp_node *row, const struct kp_node *column,
               const struct kp_node **whole)
{
    int64_t c = 0, d = 0;
    const struct kp_node *x = quotient_of(row, &c), *y = remainder_of(column, &d);

    if (!x || !y) {
        if (row->kind != KP_BINARY || row->op != KP_OP_DIV || column->kind != KP_BINARY ||
            column->op != KP_OP_REM || !kp_same_expr(kp_child(row, 1), kp_child(column, 1)))
            return false;
        x = row->first;
        y = column->first;
    }
    *whole = x;
    return c == d && kp_same_expr(x, y) && rounds_alike(f, row, column);
}

/* [x / c][x % c] is as good as [x], beside others of that c. */
static void join_split_indices(struct kp_func *f, struct kp_element *el)
{
    for (unsigned i = 0; i + 1 < el->n; i++) {
        const struct kp_node *whole;

        if (!kp_splits(f, el->index[i], el->index[i + 1], &whole))
            continue;
        el->split[i] = kp_child(el->index[i], 1);
        el->index[i] = whole;
        el->unit[i] = el->unit[i + 1];
        for (unsigned k = i + 1; k + 1 < el->n; k++) {
            el->index[k] = el->index[k + 1];
            el->unit[k] = el->unit[k + 1];
        }
        el->n--;
    }
}

/* As long as nothing is cut off below 32 bits, distances modulo 2^32 stay what they are, and an
 * index of an element fits. */
static bool keeps_distances(const struct kp_node *value, const struct kp_type *to)
{
    const struct kp_type *from = value->type;

    return to && to->kind == KP_TYPE_INT && !to->is_dependent && to->size >= 4 && from &&
           from->kind == KP_TYPE_INT && !from->is_dependent;
}

/* A variable of the loop body that only its initialiser sets is as good as the initialiser. */
static const struct kp_node *resolve(struct kp_func *f, const struct kp_loop *l,
                                     const struct kp_node *e)
{
    const struct kp_node *use = e;

    for (int depth = 0; depth < 8 && e->kind == KP_REF && e->sym &&
                        kp_declared_in(e->sym, l->node) && kp_single_definition(f, e->sym) &&
                        keeps_distances(kp_first_value(e->sym->decl), e->sym->type) &&
                        kp_is_still_so(f, l, e->sym->decl, use);
         depth++)
        e = kp_first_value(e->sym->decl);
    return e;
}

struct kp_element kp_element_in(struct kp_func *f, const struct kp_loop *l,
                                const struct kp_node *lvalue)
{
    struct kp_element el = kp_element_of(lvalue);

    for (unsigned i = 0; i < el.n; i++)
        el.index[i] = resolve(f, l, el.index[i]);
    join_split_indices(f, &el);
    return el;
}

struct kp_element kp_element_of(const struct kp_node *dest)
{
    struct kp_element el = {.known = true};

    describe(dest, &el);
    el.known = el.known && el.root && el.n > 0;
    return el;
}
