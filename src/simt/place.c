/* Where the arrays of shared memory lie. */
#include "simt/decode.h"

/* Arrays are placed at odd multiples of their alignment, with a gap behind each: an array may not
 * be better aligned than it says, and a small overrun must not end in a neighbour. */
static uint32_t adverse(uint32_t at, uint32_t align)
{
    uint32_t unit = (at + align - 1) / align;

    return (unit | 1) * align;
}

static uint32_t aligned(uint32_t at, uint32_t align)
{
    return (at + align - 1) / align * align;
}

/* As ptxas 13.0 does: one behind the other in the order of the text, each at its alignment. The
 * gaps leave addresses as they are modulo any alignment that an access can ask for. */
static uint32_t packed(struct decoder *d, uint32_t align, uint32_t size)
{
    enum { GAP = 1024 };
    uint32_t at = aligned(d->packed_next, align), gaps = (uint32_t)(d->p->arrays.n + 1) * GAP;

    d->packed_next = at + size;
    return at + gaps;
}

static void place_shared(struct decoder *d, const struct ptx_var *v, size_t size)
{
    struct kp_array a = {.name = v->name, .size = (uint32_t)size};
    uint32_t align = v->align ? v->align : 1;

    if (v->is_extern && align < 16)
        align = 16;
    if (d->is_packed)
        a.base = packed(d, align, a.size);
    else
        a.base = aligned(adverse(d->shared_next, align < 128 ? align : 128), align);
    d->shared_next = a.base + a.size + 64;
    kp_push(d->arena, &d->p->arrays, a);
}

static void place_shared_of(struct decoder *d, const struct ptx_func *f)
{
    for (size_t k = 0; k < f->vars.n; k++)
        if (f->vars.v[k]->space == SPACE_SHARED)
            place_shared(d, f->vars.v[k], f->vars.v[k]->size);
}

/* All extern arrays are names of the one dynamic array. */
void dec_place_shared(struct decoder *d, size_t dynamic)
{
    bool first = true;

    for (size_t k = 0; k < d->m->vars.n; k++)
        if (d->m->vars.v[k]->space == SPACE_SHARED && !d->m->vars.v[k]->is_extern)
            place_shared(d, d->m->vars.v[k], d->m->vars.v[k]->size);
    for (size_t k = 0; k < d->m->funcs.n; k++)
        if (d->m->funcs.v[k] == d->p->entry || !d->m->funcs.v[k]->is_entry)
            place_shared_of(d, d->m->funcs.v[k]);
    d->p->dynamic_base = d->shared_next;
    for (size_t k = 0; k < d->m->vars.n; k++) {
        const struct ptx_var *v = d->m->vars.v[k];
        struct kp_array a = {.name = v->name, .size = (uint32_t)dynamic};
        if (v->space != SPACE_SHARED || !v->is_extern)
            continue;
        if (first) {
            place_shared(d, v, dynamic);
            d->p->dynamic_base = d->p->arrays.v[d->p->arrays.n - 1].base;
            first = false;
            continue;
        }
        a.base = d->p->dynamic_base;
        kp_push(d->arena, &d->p->arrays, a);
    }
    d->p->shared_size = d->shared_next;
}
