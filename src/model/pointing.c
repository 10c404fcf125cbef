/* What the variables of a function point to, by symbol: few of the program's symbols are named in
 * one function. */
#include <stdlib.h>

#include "model/func.h"

static const void *key_of(uint32_t id)
{
    return (const void *)((uintptr_t)id + 1);
}

const struct kp_objs *kp_points_to(const struct kp_func *f, const struct kp_sym *v)
{
    static const struct kp_objs none;
    size_t at = kp_map_get(&f->points_to, key_of(v->id));

    return at ? f->pointing.v[at - 1].to : &none;
}

struct kp_objs *kp_pointees_of(struct kp_func *f, const struct kp_sym *v)
{
    struct kp_arena *a = f->unit->arena;
    size_t *at = kp_map_at(a, &f->points_to, key_of(v->id));

    if (!*at) {
        kp_push(a, &f->pointing, ((struct kp_pointing){v->id, kp_new(a, struct kp_objs)}));
        *at = f->pointing.n;
    }
    return f->pointing.v[*at - 1].to;
}

static int by_id(const void *a, const void *b)
{
    const struct kp_pointing *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

const struct kp_pointing_list *kp_pointing_in(struct kp_func *f)
{
    if (f->in_order.n != f->pointing.n) {
        f->in_order.n = 0;
        for (size_t i = 0; i < f->pointing.n; i++)
            kp_push(f->unit->arena, &f->in_order, f->pointing.v[i]);
        qsort(f->in_order.v, f->in_order.n, sizeof *f->in_order.v, by_id);
        while (f->in_order.n && f->in_order.v[f->in_order.n - 1].id >= f->unit->parse.syms.n)
            f->in_order.n--;
    }
    return &f->in_order;
}
