/* Whether each byte of a tile is written once in an iteration. By footprints. */
#include "model/once.h"

#include "front/tree.h"
#include "model/element.h"

enum { MAX_STORES = 64 };

struct stores {
    const struct kp_fn *fn;
    const struct kp_tile *tile;
    struct kp_access_at at[MAX_STORES];
    size_t n;
};

struct kp_block_shape kp_possible_block(const struct kp_func *f)
{
    struct kp_block_shape s = {.count = f->sym->launch_max ? f->sym->launch_max : 1024};

    if (f->block[0]) {
        s.is_exact = true;
        memcpy(s.dim, f->block, sizeof s.dim);
    }
    return s;
}

static bool is_tile(const struct stores *s, const struct kp_object *o)
{
    const struct kp_sym *sym = kp_as_written(o->sym);

    return o->kind == KP_OBJECT_DYNAMIC ? s->tile->sym->is_extern : sym == s->tile->sym;
}

/* Memory that no shared array lies in: what a kernel's parameter points to, moved on or not. */
static bool is_parameter(const struct kp_fn *fn, kp_val pointer, int depth)
{
    const struct kp_value *v = kp_fn_value(fn, pointer);

    if (depth == 24)
        return false;
    if (v->op == KP_FN_PHI) { /* of a pointer that moves: by its first value */
        uint32_t loop = fn->blocks.v[v->block].loop;

        return loop && fn->loops.v[loop].header == v->block && v->n_operands == 2 &&
               is_parameter(fn, v->operand[0], depth + 1);
    }
    if (v->op == KP_FN_NAME || (v->type.kind == KP_FN_POINTER &&
                                (v->op == KP_FN_ADD || v->op == KP_FN_SUB || v->op == KP_FN_CAST)))
        return is_parameter(fn, v->operand[0], depth + 1);
    return v->op == KP_FN_PARAM && v->type.kind == KP_FN_POINTER;
}

/* `is_kernel`: parameters point to no shared memory. */
static bool add_stores(struct stores *s, kp_val id, bool is_kernel)
{
    const struct kp_value *v = &s->fn->values.v[id];

    if (v->op == KP_FN_UNKNOWN)
        return false;
    for (unsigned i = 0; i < v->n_operands; i++) {
        int64_t object;

        if (!(kp_fn_touches(s->fn, v, i).mode & KP_WRITE))
            continue;
        object = kp_object_at(s->fn, v->operand[i]);
        if (object < 0 && !(is_kernel && is_parameter(s->fn, v->operand[i], 0)))
            return false;
        if (object < 0 || !is_tile(s, &s->fn->objects.v[object]))
            continue;
        if (s->n == MAX_STORES)
            return false;
        s->at[s->n++] = (struct kp_access_at){.value = id, .operand = i};
    }
    return true;
}

static bool find_stores(struct stores *s, const struct kp_func *f, const struct kp_node *loop_node,
                        uint32_t *loop)
{
    const struct kp_fn *fn = s->fn;

    *loop = kp_fn_loop_at(fn, loop_node);
    if (!*loop)
        return false;
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0;
             kp_fn_in_loop(fn, fn->blocks.v[k].loop, *loop) && i < fn->blocks.v[k].values.n; i++)
            if (!add_stores(s, fn->blocks.v[k].values.v[i], f->sym->is_kernel))
                return false;
    return s->n > 0;
}

static bool fills_once(struct kp_func *f, const struct kp_fn *fn, const struct kp_loop *l,
                       const struct kp_tile *t)
{
    struct kp_block_shape shape = kp_possible_block(f);
    struct stores s = {.fn = fn, .tile = t};
    uint32_t loop;

    return find_stores(&s, f, l->node, &loop) && kp_touched_once(fn, &shape, s.at, s.n, loop);
}

bool kp_fills_once(struct kp_func *f, const struct kp_loop *l, const struct kp_tile *t,
                   bool *by_instances)
{
    struct kp_fns fns = kp_fn_instances(f->unit, f->sym);
    const struct kp_fn *pattern = kp_fn_pattern(f->unit, f->sym);

    *by_instances = false;
    if (f->parametric || t->sym->whole)
        return false;
    if (pattern && fills_once(f, pattern, l, t))
        return true;
    *by_instances = f->sym->is_template;
    if (!kp_fn_can_be_named(f->unit, f->sym))
        return false;
    for (size_t i = 0; i < fns.n; i++)
        if (!fills_once(f, fns.v[i], l, t))
            return false;
    return fns.n > 0;
}

/* The only store to `dest`; false: there is none, or there are several. */
static bool store_to(const struct kp_fn *fn, const struct kp_node *dest, struct kp_access_at *out)
{
    kp_val address = fn ? kp_fn_address_of(fn, dest) : KP_NO_VAL;
    bool found = false;

    for (kp_val id = 1; address && id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        for (unsigned i = 0; !v->same_as && i < v->n_operands; i++)
            if (kp_fn_operand(fn, v, i) == address && kp_fn_touches(fn, v, i).mode & KP_WRITE) {
                if (found)
                    return false;
                found = true;
                *out = (struct kp_access_at){.value = id, .operand = i};
            }
    }
    return found;
}

/* The same in one IR. */
static bool makes_once(struct kp_func *f, const struct kp_fn *fn, const struct kp_loop *l,
                       const struct kp_node *dest)
{
    struct kp_block_shape shape = kp_possible_block(f);
    uint32_t loop = fn ? kp_fn_loop_at(fn, l->node) : 0;
    struct kp_access_at at;

    if (!loop || !store_to(fn, dest, &at))
        return false;
    at.whatever_guards = true;
    return kp_touched_once(fn, &shape, &at, 1, loop);
}

static bool are_apart(struct kp_func *f, const struct kp_fn *fn, const struct kp_node *a,
                      const struct kp_node *b)
{
    struct kp_block_shape shape = kp_possible_block(f);
    struct kp_footprint x, y;
    struct kp_access_at to_a, to_b;

    return fn && store_to(fn, a, &to_a) && store_to(fn, b, &to_b) &&
           kp_footprint(fn, &shape, to_a, &x) && kp_footprint(fn, &shape, to_b, &y) &&
           !kp_footprints_meet(&x, &y);
}

bool kp_stores_are_apart(struct kp_func *f, const struct kp_node *a, const struct kp_node *b,
                         bool *by_instances)
{
    struct kp_fns fns = kp_fn_instances(f->unit, f->sym);
    const size_t of_a = kp_map_get(&f->part_of, kp_element_of(a).root);
    const size_t of_b = kp_map_get(&f->part_of, kp_element_of(b).root);

    if (of_a && of_b && of_a != of_b)
        return true;
    if (f->parametric)
        return false;
    if (are_apart(f,
                  f->sym->is_template ? kp_fn_pattern(f->unit, f->sym)
                  : fns.n             ? fns.v[0]
                                      : NULL,
                  a, b))
        return true;
    if (!f->sym->is_template || !kp_has_known_instances(f))
        return false;
    for (size_t i = 0; i < fns.n; i++)
        if (!are_apart(f, fns.v[i], a, b))
            return false;
    *by_instances |= fns.n > 0;
    return fns.n > 0;
}

bool kp_makes_once(struct kp_func *f, const struct kp_loop *l, const struct kp_node *dest,
                   bool *by_instances)
{
    struct kp_fns fns = kp_fn_instances(f->unit, f->sym);
    const bool is_template = f->sym->is_template;

    if (makes_once(f,
                   is_template ? kp_fn_pattern(f->unit, f->sym)
                   : fns.n     ? fns.v[0]
                               : NULL,
                   l, dest))
        return true;
    if (!is_template || !by_instances || !kp_has_known_instances(f))
        return false;
    for (size_t i = 0; i < fns.n; i++)
        if (!makes_once(f, fns.v[i], l, dest))
            return false;
    *by_instances |= fns.n > 0;
    return fns.n > 0;
}

static bool has_parts(struct kp_func *f)
{
    const struct kp_pointing_list *all = kp_pointing_in(f);

    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->v[i].to->list.n; k++) {
            const struct kp_sym *s = all->v[i].to->list.v[k].sym;

            if (s && s->whole)
                return true;
        }
    return false;
}

static int64_t filled_to(const struct kp_func *f, const struct kp_fn *fn, const struct kp_loop *l,
                         const struct kp_tile *t)
{
    struct kp_block_shape shape = kp_possible_block(f);
    struct stores s = {.fn = fn, .tile = t};
    int64_t end = 0;
    uint32_t loop;

    if (!find_stores(&s, f, l->node, &loop))
        return -1;
    for (size_t i = 0; i < s.n; i++) {
        struct kp_footprint p;

        if (!kp_footprint(fn, &shape, s.at[i], &p) || p.unknown)
            return -1;
        for (size_t k = 0; k < p.bytes.n; k++) {
            if (p.bytes.v[k].begin < 0)
                return -1;
            end = p.bytes.v[k].end > end ? p.bytes.v[k].end : end;
        }
    }
    return end;
}

int64_t kp_filled_to(struct kp_func *f, const struct kp_loop *l)
{
    struct kp_fns fns = kp_fn_instances(f->unit, f->sym);
    const struct kp_tile *dynamic = NULL;
    int64_t most = fns.n ? 0 : -1;

    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->storage == KP_STORE_DYNAMIC)
            dynamic = l->tiles.v[i];
    if (!dynamic || !f->sym->is_kernel || f->parametric || has_parts(f) ||
        !kp_fn_can_be_named(f->unit, f->sym))
        return -1;
    for (size_t i = 0; i < fns.n && most >= 0; i++) {
        int64_t end = filled_to(f, fns.v[i], l, dynamic);

        most = end < 0 ? -1 : end > most ? end : most;
    }
    return most;
}
