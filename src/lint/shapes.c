/* The blocks in which a kernel runs: what the launches in the file say. Where they do not say it,
 * several usual shapes, and then only what holds for all of them is a finding. */
#include "lint/parts.h"
#include "model/eval.h"
#include "plan/plan.h"

enum { MAX_SHAPES = 8, MAX_WARPS = 8 };

static bool is_bound(const struct kp_instance *of, const struct kp_tvalue *to)
{
    for (size_t i = 0; i < of->args.n; i++) {
        const struct kp_tvalue *a = &of->args.v[i];

        if (a->param == to->param)
            return a->known && to->known && a->value == to->value &&
                   (a->type == to->type ||
                    (a->type && to->type && kp_streq(a->type->spelling, to->type->spelling)));
    }
    return false;
}

/* The instance that is launched; of a function that is no template the only one. */
static struct kp_fn *instance_of(const struct kp_linter *l, const struct kp_launch *launch)
{
    struct kp_fns all = kp_fn_instances(l->unit, l->f->sym);
    size_t n = 0;

    if (!l->f->sym->is_template)
        return all.n ? all.v[0] : NULL;
    for (size_t i = 0; launch && i < l->unit->parse.instances.n; i++) {
        const struct kp_instance *of = &l->unit->parse.instances.v[i];
        size_t same = 0;

        if (of->pattern != l->f->sym)
            continue;
        while (same < launch->tvalues.n && is_bound(of, &launch->tvalues.v[same]))
            same++;
        if (same == launch->tvalues.n)
            return all.v[n];
        n++;
    }
    return NULL;
}

static void add_shape(struct kp_linter *l, const struct kp_launch *launch, int64_t x, int64_t y,
                      int64_t z, bool is_guess)
{
    struct kp_shape_of_block s = {launch, {x, y, z}, is_guess, NULL};
    struct kp_fn *fn = instance_of(l, launch);

    if (!fn || fn->unknown)
        return;
    for (size_t i = 0; i < l->shapes.n && !s.warp; i++)
        if (l->shapes.v[i].warp->fn == fn)
            s.warp = l->shapes.v[i].warp;
    s.warp = s.warp ? s.warp : kp_warp_new(fn);
    if (l->shapes.n < MAX_SHAPES)
        kp_push(l->unit->arena, &l->shapes, s);
}

/* The largest extent along a dimension that the tiles of the kernel allow: As[threadIdx.y][..] with
 * 16 rows has at most 16 threads along y. */
static void limit_by_tiles(const struct kp_linter *l, const struct kp_node *n, int axis,
                           int64_t *most)
{
    if (n->kind == KP_INDEX && kp_is_array_lvalue(n->first)) {
        const struct kp_node *i = kp_child(n, 1);
        const struct kp_type *t = kp_lvalue_type(n->first);

        while (i->kind == KP_CAST ||
               (i->kind == KP_REF && i->sym && kp_single_definition(l->f, i->sym)))
            i = i->kind == KP_CAST ? i->first : i->sym->decl->last;
        if (kp_builtin_axis(i, "threadIdx") == axis && t && t->kind == KP_TYPE_ARRAY &&
            t->count > 0 && t->count < *most)
            *most = t->count;
    }
    kp_each_child(c, n) limit_by_tiles(l, c, axis, most);
}

static void guess(struct kp_linter *l, const struct kp_launch *launch)
{
    static const int64_t usual[][2] = {{32, 8}, {16, 16}, {32, 32}, {8, 8}, {64, 4}, {128, 2}};
    int64_t most_x = 1024, most_y = 1024;
    size_t before = l->shapes.n;

    if (!kp_names_axis(l->f->body, "threadIdx", 'y') &&
        !kp_names_axis(l->f->body, "threadIdx", 'z')) {
        add_shape(l, launch, 0, 1, 1, true);
        return;
    }
    if (kp_names_axis(l->f->body, "threadIdx", 'z'))
        return;
    limit_by_tiles(l, l->f->body, 'x', &most_x);
    limit_by_tiles(l, l->f->body, 'y', &most_y);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i][0] <= most_x && usual[i][1] <= most_y)
            add_shape(l, launch, usual[i][0], usual[i][1], 1, true);
    if (l->shapes.n == before && most_x < 1024 && most_y < 1024 && most_x * most_y <= 1024)
        add_shape(l, launch, most_x, most_y, 1, true);
}

void kp_lint_shapes(struct kp_linter *l)
{
    for (size_t i = 0; i < l->unit->parse.launches.n; i++) {
        const struct kp_launch *launch = &l->unit->parse.launches.v[i];
        int64_t dims[3];

        if (launch->kernel != l->f->sym)
            continue;
        if (!launch->is_instantiation && kp_block_dims(launch->block, dims) &&
            dims[0] * dims[1] * dims[2] <= 1024) {
            add_shape(l, launch, dims[0], dims[1], dims[2], false);
        } else {
            guess(l, launch);
        }
    }
    if (!l->shapes.n)
        guess(l, NULL);
}

int kp_lint_warps(const struct kp_shape_of_block *s)
{
    int64_t threads = s->block[0] ? s->block[0] * s->block[1] * s->block[2] : MAX_WARPS * KP_WARP;
    int64_t warps = (threads + KP_WARP - 1) / KP_WARP;

    return warps < MAX_WARPS ? (int)warps : MAX_WARPS;
}

struct kp_warp_view *kp_lint_warp(const struct kp_shape_of_block *s, int i)
{
    kp_warp_place(s->warp, s->block, i);
    return s->warp;
}
