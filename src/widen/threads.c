/* A copy made with another thread's indices: what has to be declared again for it, and how many
 * threads there are. */
#include "widen/cooperative.h"

#include "model/element.h"
#include "model/elsewhere.h"
#include "model/eval.h"
#include "model/launched.h"
#include "model/own_text.h"
#include "model/shape.h"
#include "model/together.h"

/* ---- declared again ------------------------------------------------------------------------ */

/* The K-loop's own variable, for what is declared in its body. It may still be another one in each
 * thread. */
static bool is_header_variable(const struct kp_vector *p, const struct kp_sym *s)
{
    const struct kp_node *init = kp_loop_init(p->l->node);

    return init && s->decl && kp_is_inside(s->decl, init) &&
           !kp_may_write(p->f, kp_loop_body(p->l->node), s);
}

/* True if the expression, evaluated at the copy, has the value that it had at the variable's
 * declaration: it is arithmetic on values that nothing changes in between. */
static bool is_stable(struct kp_cooperative *c, const struct kp_node *e, bool in_loop)
{
    struct kp_func *f = c->vector.f;
    const struct kp_sym *s = e->sym;

    switch (e->kind) {
    case KP_INT_LIT:
    case KP_SIZEOF:
        return true;
    case KP_REF:
        if (!s)
            return false;
        if (s->kind == KP_SYM_TVALUE || s->kind == KP_SYM_ENUMERATOR || s->is_constexpr ||
            s->has_value || kp_keeps_argument(f, s) ||
            (in_loop && is_header_variable(&c->vector, s) && !kp_thread_dependent(f, e, NULL)))
            return true;
        if (s->kind != KP_SYM_VAR || s->space != KP_SPACE_LOCAL || !kp_single_definition(f, s))
            return false;
        return !kp_thread_dependent(f, e, NULL) || kp_redeclare(c, s);
    case KP_MEMBER:
        return !e->from_macro && !e->is_arrow && e->first->kind == KP_REF && e->first->sym &&
               (e->first->sym->from_prelude || kp_keeps_argument(f, e->first->sym));
    case KP_CAST:
    case KP_UNARY:
    case KP_BINARY:
    case KP_COND:
        if (e->kind == KP_UNARY && e->op != KP_OP_PLUS && e->op != KP_OP_MINUS &&
            e->op != KP_OP_NOT && e->op != KP_OP_LNOT)
            return false;
        kp_each_child(k, e) if (!is_stable(c, k, in_loop)) return false;
        return true;
    default:
        return false;
    }
}

static bool is_redeclared(const struct kp_cooperative *c, const struct kp_node *var)
{
    for (size_t i = 0; i < c->redeclared.n; i++)
        if (c->redeclared.v[i] == var)
            return true;
    return false;
}

bool kp_redeclare(struct kp_cooperative *c, const struct kp_sym *s)
{
    struct kp_func *f = c->vector.f;
    const struct kp_type *t = s->type;

    if (s->decl && is_redeclared(c, s->decl))
        return true;
    if (s->kind != KP_SYM_VAR || s->space != KP_SPACE_LOCAL || s->is_static ||
        !kp_single_definition(f, s) || s->decl->from_macro ||
        !kp_owns_text(f->unit, s->decl->last) ||
        !kp_says_same_at(f->unit, c->stmt, s->decl->last) || !t ||
        (t->kind != KP_TYPE_INT && t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_BOOL) ||
        !is_stable(c, s->decl->last, kp_declared_in(s, c->vector.l->node)))
        return false;
    /* what it is made of was added before it */
    kp_push(f->unit->arena, &c->redeclared, s->decl);
    return true;
}

/* ---- the block's shape --------------------------------------------------------------------- */

static bool mentions_axis(struct kp_func *f, const struct kp_node *e, int axis, int depth)
{
    if (kp_builtin_axis(e, "threadIdx") == axis)
        return true;
    if (depth < 20 && e->kind == KP_REF && e->sym && kp_single_definition(f, e->sym) &&
        mentions_axis(f, e->sym->decl->last, axis, depth + 1))
        return true;
    kp_each_child(c, e) if (mentions_axis(f, c, axis, depth + 1)) return true;
    return false;
}

static bool dimension(struct kp_vector *p, const struct kp_node *e, const char **text, int64_t *n)
{
    *text = kp_vector_tested(p, e);
    if (*text && !kp_is_atom(e)) /* an operand */
        *text = kp_sprintf(p->f->unit->arena, "(%s)", *text);
    if (!kp_eval(e, NULL, n))
        *n = 0;
    return *text != NULL;
}

/* tile[threadIdx.y][threadIdx.x]: a block as large as the tile. */
static bool tile_shape(const struct kp_cooperative *c, struct kp_guessed_block *out)
{
    const struct kp_loop *l = c->vector.l;
    const struct kp_node *x, *y;
    struct kp_vector p = c->vector;

    for (size_t i = 0; i < l->copies.n; i++)
        if (kp_is_inside(l->copies.v[i].node, c->stmt) && l->copies.v[i].tile->decl)
            return kp_tile_of_threads(p.f, &l->copies.v[i], &x, &y) && y &&
                   dimension(&p, x, &out->x, &out->nx) && dimension(&p, y, &out->y, &out->ny);
    return false;
}

/* `thread / C` is the first of rows that lie `step` apart: C threads for each of these. */
static bool rows_shape(struct kp_cooperative *c, const struct kp_node *first,
                       const struct kp_node *step, struct kp_guessed_block *out)
{
    struct kp_vector *p = &c->vector;
    const struct kp_node *by = first->kind == KP_BINARY ? kp_child(first, 1) : NULL;
    int64_t columns, rows;
    const char *a, *b;

    if (!by || first->op != KP_OP_DIV || kp_thread_axis(p->f, first->first) != 'x' ||
        !(a = kp_vector_tested(p, by)) || !(b = kp_vector_tested(p, step)))
        return false;
    out->nx = kp_eval(by, NULL, &columns) && kp_eval(step, NULL, &rows) ? columns * rows : 0;
    out->x = out->nx ? kp_sprintf(p->f->unit->arena, "%lld", (long long)out->nx)
                     : kp_sprintf(p->f->unit->arena, "(%s) * (%s)", b, a);
    out->y = NULL;
    return out->nx >= 0 && out->nx <= 1024;
}

/* `r = thread / C` and `for (s = ..; s += S)` make rows r + s. */
static bool strided_shape(struct kp_cooperative *c, const struct kp_node *e,
                          struct kp_guessed_block *out, int depth)
{
    struct kp_func *f = c->vector.f;

    if (depth < 20 && e->kind == KP_REF && e->sym && kp_single_definition(f, e->sym) &&
        rows_shape(c, kp_vector_resolved(f, e), c->step, out))
        return true;
    kp_each_child(k, e) if (strided_shape(c, k, out, depth + 1)) return true;
    return false;
}

/* `thread + trip * T`: each trip is made by T threads. */
static bool stepped_shape(struct kp_cooperative *c, const struct kp_node *e,
                          struct kp_guessed_block *out)
{
    struct kp_func *f = c->vector.f;

    for (unsigned i = 0; e->kind == KP_BINARY && e->op == KP_OP_ADD && i < 2; i++) {
        const struct kp_node *by = kp_child(e, i);

        if (by->kind != KP_BINARY || by->op != KP_OP_MUL ||
            kp_thread_axis(f, kp_child(e, 1 - i)) != 'x')
            continue;
        for (unsigned k = 0; k < 2; k++)
            if (kp_child(by, k)->kind == KP_REF && kp_child(by, k)->sym == c->trips->var &&
                dimension(&c->vector, kp_child(by, 1 - k), &out->x, &out->nx)) {
                out->y = NULL;
                return out->nx >= 0 && out->nx <= 1024;
            }
    }
    kp_each_child(x, e) if (stepped_shape(c, x, out)) return true;
    return false;
}

/* The one block of all launches in sight that lead to the loop. */
static bool launched_above(const struct kp_unit *u, const struct kp_functions *above,
                           int64_t dims[3])
{
    bool any = false;

    for (size_t i = 0; i < above->list.n; i++) {
        int64_t d[3];

        if (!above->list.v[i]->is_kernel)
            continue;
        if (!kp_launched_block(u, above->list.v[i], d) || (any && memcmp(d, dims, sizeof d) != 0))
            return false;
        memcpy(dims, d, sizeof d);
        any = true;
    }
    return any;
}

/* What the kernels above say of the most threads in a block; 0: nothing, or not the same. */
static unsigned launch_max(const struct kp_functions *above)
{
    unsigned most = 0;

    for (size_t i = 0; i < above->list.n; i++) {
        const struct kp_sym *s = above->list.v[i];

        if (!s->is_kernel)
            continue;
        if (!s->launch_max || (most && most != s->launch_max))
            return 0;
        most = s->launch_max;
    }
    return most;
}

bool kp_guess_shape(struct kp_cooperative *c, struct kp_guessed_block *out)
{
    struct kp_func *f = c->vector.f;
    bool unseen;
    const struct kp_functions above = kp_functions_above(f->unit, c->vector.l, &unseen);
    int64_t shape[3] = {0};

    if (!launched_above(f->unit, &above, shape)) {
        if (!c->trips && tile_shape(c, out))
            return true;
        shape[0] = launch_max(&above);
        if (mentions_axis(f, c->stmt, 'y', 0))
            return false;
        if (c->trips && c->step &&
            (strided_shape(c, kp_loop_body(c->stmt), out, 0) ||
             (c->starts_apart && rows_shape(c, kp_vector_resolved(f, c->start), c->step, out))))
            return true;
        if (c->trips && !shape[0] && stepped_shape(c, kp_loop_body(c->stmt), out))
            return true;
        if (!shape[0])
            return false;
        shape[1] = 1;
    }
    out->nx = shape[0];
    out->ny = shape[1];
    out->x = kp_sprintf(f->unit->arena, "%lld", (long long)shape[0]);
    out->y = shape[1] > 1 ? kp_sprintf(f->unit->arena, "%lld", (long long)shape[1]) : NULL;
    return true;
}
