/* The block for which a kernel is written, as its tiles show it. */
#include "model/shape.h"

#include <string.h>

#include "front/tree.h"
#include "model/element.h"
#include "model/eval.h"
#include "model/func.h"

char kp_thread_axis(struct kp_func *f, const struct kp_node *e)
{
    char axis = 0;

    for (int depth = 0; !axis && depth < 20; depth++) {
        axis = (char)kp_builtin_axis(e, "threadIdx");
        if (axis)
            break;
        if (e->kind == KP_CAST)
            e = e->first;
        else if (e->kind == KP_REF && e->sym && kp_single_definition(f, e->sym))
            e = kp_first_value(e->sym->decl);
        else
            break;
    }
    return axis;
}

static bool is_sum(const struct kp_node *e)
{
    return e->kind == KP_BINARY && e->op == KP_OP_ADD && !e->from_macro;
}

/* BK of BK + 1, or of BK + PAD: in a tile with a halo there are more rows, too. */
static const struct kp_node *unpadded(const struct kp_node *columns, const struct kp_node *rows)
{
    const struct kp_node *more = is_sum(columns) ? kp_child(columns, 1) : NULL;

    return more && (more->kind == KP_INT_LIT ||
                    (kp_is_constant_name(more) && !(rows && is_sum(rows))))
               ? columns->first
               : columns;
}

bool kp_tile_of_threads(struct kp_func *f, const struct kp_copy *copy, const struct kp_node **x,
                        const struct kp_node **y)
{
    const struct kp_element e = kp_element_of(copy->dest);
    const struct kp_node *decl = copy->tile->decl, *rows;

    if (!decl || decl->kind != KP_VAR || !e.known || e.root != copy->tile->sym ||
        e.n != e.root->n_dims || e.n < 1 || e.n > 2)
        return false;
    if (kp_thread_axis(f, e.index[e.n - 1]) != 'x' ||
        (e.n == 2 && kp_thread_axis(f, e.index[0]) != 'y'))
        return false;
    rows = e.n == 2 ? decl->first : NULL;
    *x = unpadded(rows ? kp_child(decl, 1) : decl->first, rows);
    *y = rows;
    return true;
}

/* `if (threadIdx.x < 16)`: the block has more threads than the tile has elements. */
static bool is_for_some(struct kp_func *f, const struct kp_copy *copy)
{
    int64_t most;

    for (size_t i = 0; i < copy->guards.n; i++) {
        const struct kp_node *c = copy->guards.v[i].cond;

        if (c->kind == KP_BINARY && kp_thread_axis(f, c->first) && kp_eval(c->last, NULL, &most))
            return true;
    }
    return false;
}

/* False: it is no such copy, or the dimensions are not known. */
static bool block_of(struct kp_func *f, const struct kp_copy *copy,
                     const struct kp_launch *instance, int64_t dims[3])
{
    const struct kp_node *x, *y;

    dims[1] = dims[2] = 1;
    return !copy->loops.n && !is_for_some(f, copy) && kp_tile_of_threads(f, copy, &x, &y) &&
           kp_eval(x, instance, &dims[0]) && (!y || kp_eval(y, instance, &dims[1])) &&
           dims[0] > 0 && dims[1] > 0 && dims[0] <= KP_MOST_THREADS &&
           dims[0] * dims[1] <= KP_MOST_THREADS;
}

/* False: the copies show several. */
static bool find_block(struct kp_func *f, struct kp_loop *l, const struct kp_launch *instance)
{
    int64_t dims[3];

    for (size_t i = 0; i < l->copies.n; i++) {
        if (!block_of(f, &l->copies.v[i], instance, dims))
            continue;
        if (l->written_for[0] && memcmp(dims, l->written_for, sizeof dims))
            return false;
        memcpy(l->written_for, dims, sizeof dims);
    }
    return true;
}

void kp_model_block(struct kp_func *f, struct kp_loop *l)
{
    const struct kp_parse *parse = &f->unit->parse;
    bool is_one = find_block(f, l, NULL);

    for (size_t i = 0; i < parse->launches.n; i++)
        if (parse->launches.v[i].kernel == f->sym)
            is_one &= find_block(f, l, &parse->launches.v[i]);
    if (!is_one)
        memset(l->written_for, 0, sizeof l->written_for);
}
