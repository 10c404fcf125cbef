/* Does a copy write another element in every trip of the loops around it?
 *
 * By form: each index is scaled and shifted by what does not change, [x / c] and [x % c] together
 * are as good as [x], and what is left is linear in the loop variables. Holds for all sizes. Else
 * by its footprint (once.c). */
#include <stdlib.h>

#include "front/tree.h"
#include "model/distinct.h"
#include "model/eval.h"
#include "model/once.h"
#include "model/steady.h"

enum { MAX_DIMS = KP_MAX_DIMS, MAX_POINTS = 512 };

/* Unsigned products wrap around: a factor of this size or less keeps the elements of a tile apart,
 * as long as no distance comes near 2^32. */
enum { MAX_SCALE = 1 << 16 };

struct prover {
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_copy *c;
    const struct kp_copy_loop *loops[MAX_DIMS];
    const struct kp_sym *vars[MAX_DIMS];
    int64_t step[MAX_DIMS];  /* 0: not constant */
    int64_t least[MAX_DIMS]; /* no step of the loop is smaller */
    unsigned n_loops;
    int64_t wide;                     /* elements per access */
    const struct kp_launch *instance; /* of a template, or NULL */
};

/* What a constant factor or step is, as a scale. */
static bool is_scale(const struct prover *p, const struct kp_node *e, int64_t *v)
{
    return kp_eval(e, p->instance, v) && llabs(*v) <= MAX_SCALE;
}

static bool is_loop_body_local(const struct prover *p, const struct kp_node *e)
{
    return e->kind == KP_REF && e->sym && kp_declared_in(e->sym, p->l->node) &&
           kp_single_definition(p->f, e->sym);
}

/* True if the expression changes with a loop variable. */
static bool changes(const struct prover *p, const struct kp_node *e, int depth)
{
    if (e->kind == KP_REF && e->sym) {
        for (unsigned i = 0; i < p->n_loops; i++)
            if (e->sym == p->vars[i])
                return true;
        if (is_loop_body_local(p, e))
            return depth > 20 || changes(p, e->sym->decl->last, depth + 1);
        return false;
    }
    if (e->kind == KP_CALL || e->kind == KP_OPCALL || e->kind == KP_ASM)
        return true;
    kp_each_child(c, e) if (changes(p, c, depth)) return true;
    return false;
}

/* ---- by form ----------------------------------------------------------------------------- */

/* True if a value loses bits on its way into this type. Indices fit into an int, bytes do not hold
 * them. */
static bool is_narrow(const struct kp_type *t)
{
    return !t || t->kind != KP_TYPE_INT || t->is_dependent || t->size < 4;
}

#define MAX_DISTANCE ((int64_t)1 << 31)

/* True if so many steps of so much are as far apart as an access is wide, modulo 2^32 as well. */
static bool is_apart(const struct prover *p, int64_t steps, int64_t each)
{
    return llabs(steps) < MAX_DISTANCE && llabs(steps) * each >= p->wide &&
           llabs(steps) * each <= MAX_DISTANCE;
}

/* One index: `core` times something, plus something that does not change. */
struct part {
    const struct kp_node *core; /* NULL: the index does not change */
    int64_t scale;              /* at least this far apart per unit of core; 0 not known */
};

/* True if the variable is a factor of the product. */
static bool is_factor(const struct kp_node *e, const struct kp_sym *s)
{
    return e->kind == KP_BINARY && e->op == KP_OP_MUL
               ? is_factor(e->first, s) || is_factor(kp_child(e, 1), s)
               : e->kind == KP_REF && e->sym == s;
}

/* True if the tile would have no elements if the variable were zero. */
static bool is_dimension(const struct prover *p, const struct kp_sym *s)
{
    const struct kp_node *decl = p->c->tile->decl;
    unsigned i = 0;

    if (decl && decl->kind == KP_VAR)
        kp_each_child(d, decl) if (i++ < p->c->tile->sym->n_dims && is_factor(d, s)) return true;
    return false;
}

/* A product of factors of the tile's dimensions: the tile has elements, so none is zero. */
static bool is_nonzero(const struct prover *p, const struct kp_node *e)
{
    int64_t v;

    if (kp_eval(e, p->instance, &v))
        return v != 0;
    if (e->kind == KP_REF && e->sym)
        return (e->sym->kind == KP_SYM_TVALUE || e->sym->is_constexpr) && is_dimension(p, e->sym);
    return e->kind == KP_BINARY && e->op == KP_OP_MUL && is_nonzero(p, e->first) &&
           is_nonzero(p, kp_child(e, 1));
}

static struct part peel(const struct prover *p, const struct kp_node *e)
{
    struct part part = {e, 1};
    int64_t v;

    for (int depth = 0; depth < 30; depth++) {
        const struct kp_node *a = part.core->first, *b = kp_child(part.core, 1), *other;

        if (!changes(p, part.core, 0))
            return (struct part){NULL, 0};
        if (is_loop_body_local(p, part.core) && !is_narrow(part.core->sym->type)) {
            part.core = kp_first_value(part.core->sym->decl);
            continue;
        }
        if (part.core->kind == KP_CAST && !is_narrow(part.core->type)) {
            part.core = a;
            continue;
        }
        if (part.core->kind != KP_BINARY || (changes(p, a, 0) && changes(p, b, 0)))
            break;
        other = changes(p, a, 0) ? b : a;
        if (part.core->op == KP_OP_MUL)
            part.scale *= is_scale(p, other, &v)            ? llabs(v)
                          : kp_eval(other, p->instance, &v) ? 0
                                                            : is_nonzero(p, other);
        else if (part.core->op == KP_OP_SHL && other == b)
            part.scale = kp_eval(other, p->instance, &v) && v >= 0 && v < 31 ? part.scale << v : 0;
        else if (part.core->op != KP_OP_ADD && part.core->op != KP_OP_SUB)
            break;
        part.core = other == a ? b : a;
        if (part.scale > MAX_SCALE)
            part.scale = 0;
    }
    return part;
}

/* ---- rows of a length that only the run knows ---------------------------------------------- */

/* Names, numbers and what is computed of them. */
static bool is_arithmetic(const struct kp_node *e)
{
    switch (e->kind) {
    case KP_INT_LIT:
        return true;
    case KP_REF:
        return e->sym && (e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM ||
                          e->sym->kind == KP_SYM_TVALUE);
    case KP_CAST:
    case KP_BINARY:
        break;
    default:
        return false;
    }
    kp_each_child(c, e) if (!is_arithmetic(c)) return false;
    return true;
}

/* What a local of the body is, behind casts that cut nothing off. */
static const struct kp_node *behind_names(const struct prover *p, const struct kp_node *e)
{
    for (int depth = 0; depth < 20; depth++) {
        if (is_loop_body_local(p, e) && !is_narrow(e->sym->type) &&
            kp_first_value(e->sym->decl)->type &&
            kp_first_value(e->sym->decl)->type->size <= e->sym->type->size)
            e = kp_first_value(e->sym->decl);
        else if (e->kind == KP_CAST && !is_narrow(e->type) && e->first->type &&
                 e->first->type->size <= e->type->size)
            e = e->first;
        else
            break;
    }
    return e;
}

/* Products that do not come around: an overflow has no meaning, or takes indices that no tile
 * has. */
static bool is_exact_type(const struct kp_type *t)
{
    return !is_narrow(t) && (!t->is_unsigned || t->size == 8);
}

/* .. and without what is added to it and does not change. */
static const struct kp_node *moving_part(const struct prover *p, const struct kp_node *e)
{
    for (int depth = 0; depth < 20; depth++) {
        e = behind_names(p, e);
        if (e->kind != KP_BINARY || e->op != KP_OP_ADD || !is_exact_type(e->type))
            break;
        if (!changes(p, e->first, 0))
            e = kp_child(e, 1);
        else if (!changes(p, kp_child(e, 1), 0))
            e = e->first;
        else
            break;
    }
    return e;
}

/* A counter of one of the loops, `for (v = from; v < length; ..)` with no start below zero. */
static bool counts_below(const struct prover *p, const struct kp_node *e,
                         const struct kp_node *length)
{
    for (unsigned i = 0; e->kind == KP_REF && i < p->n_loops; i++) {
        const struct kp_node *loop = p->c->loops.v[i], *cond = kp_loop_condition(loop);
        struct kp_counted n;

        if (e->sym == p->vars[i])
            return kp_counts(loop, &n) && n.sign > 0 && n.from && cond && cond->kind == KP_BINARY &&
                   cond->op == KP_OP_LT && cond->first->kind == KP_REF && cond->first->sym == n.v &&
                   kp_same_expr(kp_child(cond, 1), length) &&
                   kp_is_non_negative(p->f, n.from, n.v->type, NULL) &&
                   !kp_may_write(p->f, kp_loop_body(loop), n.v);
    }
    return false;
}

/* x % (length / c) * d, or x % n * d with numbers, where d is no smaller than an access. */
static bool is_piece_below(const struct prover *p, const struct kp_node *e,
                           const struct kp_node *length)
{
    const struct kp_node *rest = e, *pieces;
    int64_t c, n, d = 1;

    if (e->kind == KP_BINARY && e->op == KP_OP_MUL && kp_eval(kp_child(e, 1), p->instance, &d))
        rest = behind_names(p, e->first);
    if (rest->kind != KP_BINARY || rest->op != KP_OP_REM ||
        !kp_is_non_negative(p->f, rest->first, rest->type, NULL))
        return false;
    pieces = behind_names(p, kp_child(rest, 1));
    if (kp_eval(pieces, p->instance, &c) && kp_eval(length, p->instance, &n))
        return d >= p->wide && c > 0 && c <= MAX_SCALE && d <= MAX_SCALE && c * d <= n;
    return d >= p->wide && pieces->kind == KP_BINARY && pieces->op == KP_OP_DIV &&
           kp_eval(kp_child(pieces, 1), p->instance, &c) && c >= d &&
           kp_same_expr(pieces->first, length);
}

/* row * length + column with 0 <= column < length, for the whole access: [row][column]. */
static bool split_row(const struct prover *p, struct part *part, struct part *row)
{
    const struct kp_node *e = part->core;

    if (!e || e->kind != KP_BINARY || e->op != KP_OP_ADD || part->scale != 1 ||
        !is_exact_type(e->type))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const struct kp_node *product = moving_part(p, kp_child(e, i % 2)), *length, *column;

        if (product->kind != KP_BINARY || product->op != KP_OP_MUL || !is_exact_type(product->type))
            continue;
        length = kp_child(product, i / 2);
        column = behind_names(p, kp_child(e, 1 - i % 2));
        if (changes(p, length, 0) || !is_arithmetic(length) ||
            !kp_is_steady(p->f, p->l, length, kp_copies_span(p->c, p->c), NULL) ||
            !((p->wide == 1 && counts_below(p, column, length)) ||
              is_piece_below(p, column, length)))
            continue;
        *row = peel(p, kp_child(product, 1 - i / 2));
        *part = peel(p, column);
        return true;
    }
    return false;
}

/* ---- all indices --------------------------------------------------------------------------- */

/* Two indices that are quotient and remainder of one value become that value: values that differ
 * have another quotient, or the same one and remainders that differ by as much. */
static void join(const struct prover *p, struct part *parts, unsigned n, unsigned last)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++) {
            const struct kp_node *whole;

            if (i == k || !parts[i].core || !parts[k].core || !parts[i].scale ||
                (i == last && parts[i].scale < p->wide) ||
                !kp_splits(p->f, parts[i].core, parts[k].core, &whole))
                continue;
            parts[k].core = whole;
            parts[i].core = NULL;
        }
}

/* The constant factor with which `v` goes into a sum. */
static int64_t factor_of(const struct prover *p, const struct kp_node *e, const struct kp_sym *v,
                         bool *linear)
{
    const struct kp_node *a = e->first, *b = kp_child(e, 1);
    int64_t f, g, by;

    if (!changes(p, e, 0))
        return 0;
    if ((e->kind == KP_CAST && is_narrow(e->type)) ||
        (is_loop_body_local(p, e) && is_narrow(e->sym->type))) {
        *linear = false;
        return 0;
    }
    if (is_loop_body_local(p, e))
        return factor_of(p, kp_first_value(e->sym->decl), v, linear);
    if (e->kind == KP_REF)
        return e->sym == v;
    if (e->kind == KP_CAST)
        return factor_of(p, a, v, linear);
    if (e->kind == KP_BINARY && (e->op == KP_OP_ADD || e->op == KP_OP_SUB)) {
        f = factor_of(p, a, v, linear);
        g = factor_of(p, b, v, linear);
        return e->op == KP_OP_ADD ? f + g : f - g;
    }
    if (e->kind == KP_BINARY && e->op == KP_OP_MUL && is_scale(p, a, &by))
        return by * factor_of(p, b, v, linear);
    if (e->kind == KP_BINARY && e->op == KP_OP_MUL && is_scale(p, b, &by))
        return by * factor_of(p, a, v, linear);
    *linear = false;
    return 0;
}

struct linear {
    int64_t factor[MAX_DIMS][MAX_DIMS]; /* by loop, by part */
    int64_t apart[MAX_DIMS];            /* elements per unit of a part */
    unsigned n_parts;
    bool known; /* all steps and trips are constants */
};

/* All trips: true if any two of them are apart in some part. */
static bool all_apart(const struct prover *p, const struct linear *n, int64_t points)
{
    for (int64_t x = 0; x < points; x++)
        for (int64_t y = x + 1; y < points; y++) {
            int64_t a = x, b = y, d[MAX_DIMS] = {0};
            bool apart = false;

            for (unsigned i = 0; i < p->n_loops; i++) {
                int64_t t = p->loops[i]->trips;

                for (unsigned k = 0; k < n->n_parts; k++)
                    d[k] += (b % t - a % t) * p->step[i] * n->factor[i][k];
                a /= t;
                b /= t;
            }
            for (unsigned k = 0; k < n->n_parts; k++)
                apart |= d[k] && is_apart(p, d[k], n->apart[k]);
            if (!apart)
                return false;
        }
    return true;
}

/* Sizes are not constants: each loop must move a part that no other loop moves. */
static bool own_parts(const struct prover *p, const struct linear *n)
{
    for (unsigned i = 0; i < p->n_loops; i++) {
        bool own = false;

        for (unsigned k = 0; k < n->n_parts; k++) {
            bool shared = false;

            for (unsigned j = 0; j < p->n_loops; j++)
                shared |= j != i && n->factor[j][k];
            own |= n->factor[i][k] && !shared &&
                   is_apart(p, p->least[i] * n->factor[i][k], n->apart[k]);
        }
        if (!own)
            return false;
    }
    return true;
}

static bool injective_by_form(const struct prover *p, const struct kp_element *el)
{
    struct part parts[MAX_DIMS];
    struct linear n = {.n_parts = el->n, .known = true};
    const unsigned last = el->n - 1;
    int64_t points = 1;

    for (unsigned k = 0; k < el->n; k++)
        parts[k] = peel(p, el->index[k]);
    if (el->n && el->n < MAX_DIMS && split_row(p, &parts[last], &parts[el->n]))
        n.n_parts++;
    join(p, parts, n.n_parts, last);
    for (unsigned k = 0; k < n.n_parts; k++) {
        bool linear = true;

        n.apart[k] = k == last || !parts[k].scale ? parts[k].scale : p->wide;
        for (unsigned i = 0; parts[k].core && i < p->n_loops; i++)
            n.factor[i][k] = factor_of(p, parts[k].core, p->vars[i], &linear);
        for (unsigned i = 0; i < p->n_loops; i++)
            linear &= !parts[k].core || llabs(n.factor[i][k]) <= MAX_SCALE;
        if (!linear)
            return false;
    }
    for (unsigned i = 0; i < p->n_loops; i++) {
        if (!p->step[i] || p->loops[i]->trips < 0 || points > MAX_POINTS)
            n.known = false;
        else
            points *= p->loops[i]->trips;
    }
    return n.known && points <= MAX_POINTS ? all_apart(p, &n, points) : own_parts(p, &n);
}

/* True if each trip of the loops has the same array, or a pointer of the same value. */
static bool has_one_root(const struct prover *p, const struct kp_sym *root)
{
    for (unsigned i = 0; i < p->n_loops; i++)
        if (kp_declared_in(root, p->c->loops.v[i]))
            return kp_single_definition(p->f, root) && !changes(p, root->decl->last, 0);
    return true;
}

/* `THREADS * 4` is at least 4: a loop has no step of zero. */
static int64_t least_step(const struct prover *p, const struct kp_node *by)
{
    int64_t a, b;

    if (kp_eval(by, p->instance, &a))
        return a && llabs(a) <= MAX_SCALE ? llabs(a) : 1;
    if (by->kind != KP_BINARY || by->op != KP_OP_MUL)
        return 1;
    a = least_step(p, by->first);
    b = least_step(p, kp_child(by, 1));
    return a * b <= MAX_SCALE ? a * b : 1;
}

static bool is_by_form(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c,
                       const struct kp_element *el, const struct kp_launch *instance)
{
    struct prover p = {.f = f,
                       .l = l,
                       .c = c,
                       .n_loops = (unsigned)c->loops.n,
                       .wide = kp_copy_width(c),
                       .instance = instance};

    for (unsigned i = 0; i < p.n_loops; i++) {
        struct kp_counted n;

        p.loops[i] = kp_copy_loop_at(l, c->loops.v[i]);
        if (!p.loops[i] || !kp_counts(c->loops.v[i], &n) ||
            (p.loops[i]->trips < 0 && is_narrow(n.v->type)))
            return false;
        p.vars[i] = n.v;
        p.step[i] = 1;
        if (n.by && !kp_eval(n.by, instance, &p.step[i]))
            p.step[i] = 0;
        p.least[i] = p.step[i] ? llabs(p.step[i]) : least_step(&p, n.by);
    }
    return has_one_root(&p, el->root) && injective_by_form(&p, el);
}

/* .. with the values that a template's parameters have in each visible instance. */
static bool is_by_form_of_instances(struct kp_func *f, const struct kp_loop *l,
                                    const struct kp_copy *c, const struct kp_element *el)
{
    const struct kp_parse *parse = &f->unit->parse;
    bool any = false;

    for (size_t i = 0; kp_has_known_instances(f) && i < parse->instances.n; i++) {
        const struct kp_instance *of = &parse->instances.v[i];
        struct kp_launch values = {0};

        if (of->pattern != f->sym)
            continue;
        for (size_t k = 0; k < of->args.n; k++)
            kp_push(f->unit->arena, &values.tvalues, of->args.v[k]);
        if (!is_by_form(f, l, c, el, &values))
            return false;
        any = true;
    }
    return any;
}

bool kp_copy_is_injective(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *c,
                          bool *by_instances)
{
    const struct kp_element el = kp_element_of(c->dest);

    if (!c->loops.n)
        return true;
    if (!el.known || c->loops.n > MAX_DIMS)
        return false;
    if (is_by_form(f, l, c, &el, NULL) || kp_makes_once(f, l, c->dest, by_instances))
        return true;
    if (!by_instances || !is_by_form_of_instances(f, l, c, &el))
        return false;
    *by_instances = true;
    return true;
}
