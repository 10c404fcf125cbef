/* Values that cannot be negative, with the largest that they may have: an unsigned value becomes a
 * negative one where a signed type is too small for it. */
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/loop_parts.h"
#include "model/written.h"

enum {
    MAX_DEPTH = 20,
    THREADS = 1024,
    /* What a copy loop counts are elements of a tile. */
    ELEMENTS = 1 << 18
};

/* 0 <= value <= most. Unless any grid is possible, that what is made of block numbers fits into an
 * int is taken for granted: they count as 1. */
struct range {
    uint64_t most;
    bool has_block;
};

struct query {
    struct kp_func *f;
    const struct kp_sym *given; /* a counter that is not negative; NULL: none */
    bool any_grid;              /* and any type that a template leaves open */
    struct kp_open_numbers
        *open; /* gets the template's numbers that count as natural; NULL: none */
};

static uint64_t largest(const struct kp_type *t)
{
    unsigned bits = (unsigned)t->size * 8 - !t->is_unsigned;

    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static bool is_integer(const struct kp_type *t)
{
    return t && !t->is_dependent && t->kind == KP_TYPE_INT && t->size > 0 && t->size <= 8;
}

/* The value in a variable of type `t`. */
static bool convert(const struct query *q, struct range *r, const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (!is_integer(t)) /* the instance's; a narrow one is not looked for */
        return t && (t->kind == KP_TYPE_BOOL ||
                     (!q->any_grid && (t->is_dependent || t->kind == KP_TYPE_DEPENDENT)));
    if (!t->is_unsigned && (r->most > largest(t) || (r->has_block && t->size < 4)))
        return false;
    r->most = r->most < largest(t) ? r->most : largest(t);
    return true;
}

static bool range_of(const struct query *q, const struct kp_node *e, int depth, struct range *out);

/* Of sums and the like of two such values. What overflows a signed type has no meaning, but for a
 * shift into the sign; an unsigned one begins again at zero. */
static bool binary(enum kp_op op, struct range a, struct range b, const struct kp_type *t,
                   struct range *out)
{
    bool over = false;

    out->has_block = a.has_block || b.has_block;
    switch (op) {
    case KP_OP_ADD:
        over = __builtin_add_overflow(a.most, b.most, &out->most);
        break;
    case KP_OP_MUL:
        over = __builtin_mul_overflow(a.most, b.most, &out->most);
        break;
    case KP_OP_SHL:
        over = b.most > 63 || a.most > UINT64_MAX >> b.most;
        out->most = over ? 0 : a.most << b.most;
        if (is_integer(t) && !t->is_unsigned && (over || out->most > largest(t)))
            return false;
        break;
    case KP_OP_OR:
    case KP_OP_XOR:
        for (out->most = 0; out->most < (a.most | b.most);)
            out->most = 2 * out->most + 1;
        break;
    case KP_OP_DIV:
        out->most = a.most;
        break;
    default:
        return false;
    }
    if (over)
        out->most = UINT64_MAX;
    if (is_integer(t) && out->most > largest(t))
        out->most = largest(t);
    return true;
}

static bool range_of_binary(const struct query *q, const struct kp_node *e, int depth,
                            struct range *out)
{
    struct range a, b;
    bool has_a = range_of(q, e->first, depth, &a), has_b = range_of(q, kp_child(e, 1), depth, &b);

    switch (e->op) {
    case KP_OP_AND:
        *out = has_a && (!has_b || a.most < b.most) ? a : b;
        return has_a || has_b;
    case KP_OP_REM:
    case KP_OP_SHR:
        *out = a;
        if (e->op == KP_OP_REM && has_a && has_b && b.most && b.most - 1 < a.most)
            out->most = b.most - 1;
        return has_a;
    default:
        return has_a && has_b && binary(e->op, a, b, e->type, out);
    }
}

/* A loop's counter, in its body: it starts there and goes up. That it does not go round is taken
 * for granted of a signed one. */
static bool range_of_counter(const struct query *q, const struct kp_node *e, int depth,
                             struct range *out)
{
    const struct kp_node *init = e->sym->decl ? e->sym->decl->parent : NULL,
                         *loop = init ? init->parent : NULL;
    const struct kp_type *t = e->sym->type;
    struct kp_counted c;

    if (!loop || kp_loop_init(loop) != init || !is_integer(t) || t->size < 4 ||
        !kp_counts(loop, &c) || c.v != e->sym || c.sign < 0 || !c.from ||
        kp_may_write(q->f, kp_loop_body(loop), c.v) ||
        (kp_loop_condition(loop) && kp_may_write(q->f, kp_loop_condition(loop), c.v)) ||
        !range_of(q, c.from, depth, out) || !convert(q, out, t) ||
        (c.by && (!range_of(q, c.by, depth, out) || !convert(q, out, t))))
        return false;
    out->most = largest(t);
    return true;
}

static bool range_of(const struct query *q, const struct kp_node *e, int depth, struct range *out)
{
    struct range other;
    bool is_block;
    int64_t v;

    *out = (struct range){0};
    if (kp_eval(e, NULL, &v)) {
        out->most = (uint64_t)v;
        return v >= 0;
    }
    if (depth++ > MAX_DEPTH)
        return false;
    switch (e->kind) {
    case KP_MEMBER: /* threadIdx.x and its like */
        is_block = kp_builtin_axis(e, "blockIdx") || kp_builtin_axis(e, "gridDim");
        out->has_block = is_block && !q->any_grid;
        out->most = !is_block ? THREADS : q->any_grid ? INT32_MAX : 1;
        return e->first->kind == KP_REF && e->first->sym && e->first->sym->from_prelude;
    case KP_REF:
        if (e->sym && e->sym == q->given) {
            out->most = ELEMENTS;
            return true;
        }
        if (q->open && e->sym && e->sym->kind == KP_SYM_TVALUE && is_integer(e->sym->type)) {
            kp_push(q->f->unit->arena, q->open, e);
            out->most = largest(e->sym->type);
            return true;
        }
        if (!e->sym || e->sym->kind != KP_SYM_VAR)
            return false;
        if (!kp_single_definition(q->f, e->sym))
            return range_of_counter(q, e, depth, out);
        return range_of(q, e->sym->decl->last, depth, out) && convert(q, out, e->sym->type);
    case KP_INIT_LIST:
        return e->n_children == 1 && range_of(q, e->first, depth, out);
    case KP_CAST:
        return range_of(q, e->first, depth, out) && convert(q, out, e->type);
    case KP_BINARY:
        return range_of_binary(q, e, depth, out);
    case KP_COND:
        if (!range_of(q, kp_child(e, 1), depth, out) || !range_of(q, kp_child(e, 2), depth, &other))
            return false;
        out->most = out->most > other.most ? out->most : other.most;
        out->has_block |= other.has_block;
        return true;
    default:
        return false;
    }
}

bool kp_is_non_negative(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                        const struct kp_sym *given)
{
    const struct query q = {f, given, false, NULL};
    struct range r;

    return range_of(&q, e, 0, &r) && (!as || convert(&q, &r, as));
}

bool kp_is_non_negative_with(struct kp_func *f, const struct kp_node *e, const struct kp_sym *given,
                             struct kp_open_numbers *open)
{
    const struct query q = {f, given, false, open};

    return range_of(&q, e, 0, &(struct range){0});
}

bool kp_is_natural(struct kp_func *f, const struct kp_node *e)
{
    const struct query q = {f, NULL, true, NULL};

    return range_of(&q, e, 0, &(struct range){0});
}

bool kp_natural_most(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                     uint64_t *most)
{
    const struct query q = {f, NULL, false, NULL};
    struct range r;

    if (!range_of(&q, e, 0, &r) || (as && !convert(&q, &r, as)))
        return false;
    *most = r.most;
    return true;
}
