#include "facts/footprint.h"

#include <stdlib.h>

#include "facts/pointed.h"

static int by_begin(const void *a, const void *b)
{
    const struct kp_bytes *x = a, *y = b;

    return x->begin != y->begin ? (x->begin < y->begin ? -1 : 1)
                                : (x->end > y->end) - (x->end < y->end);
}

static void merge(struct kp_footprint *f)
{
    size_t n = 0;

    if (f->bytes.n)
        qsort(f->bytes.v, f->bytes.n, sizeof *f->bytes.v, by_begin);
    for (size_t i = 0; i < f->bytes.n; i++)
        if (n && f->bytes.v[i].begin <= f->bytes.v[n - 1].end) {
            if (f->bytes.v[i].end > f->bytes.v[n - 1].end)
                f->bytes.v[n - 1].end = f->bytes.v[i].end;
        } else {
            f->bytes.v[n++] = f->bytes.v[i];
        }
    f->bytes.n = n;
}

static void add_bytes(struct kp_arena *a, struct kp_footprint *f, int64_t at, int64_t bytes)
{
    if (f->bytes.n && f->bytes.v[f->bytes.n - 1].end == at)
        f->bytes.v[f->bytes.n - 1].end = at + bytes;
    else
        kp_push(a, &f->bytes, ((struct kp_bytes){at, at + bytes}));
}

/* Accesses whose bytes are collected. */
struct collection {
    struct kp_arena *arena;
    struct kp_footprint *to;
    int64_t *bytes; /* by access */
};

static void collect(void *to, const struct kp_point *p)
{
    struct collection *c = to;

    add_bytes(c->arena, c->to, p->at, c->bytes[p->access]);
}

static int64_t bytes_of(const struct kp_fn *fn, struct kp_access_at at)
{
    return kp_fn_touches(fn, kp_fn_value(fn, at.value), at.operand).bytes;
}

bool kp_footprint(const struct kp_fn *fn, const struct kp_block_shape *shape,
                  struct kp_access_at access, struct kp_footprint *out)
{
    int64_t object =
        kp_object_at(fn, kp_fn_operand(fn, kp_fn_value(fn, access.value), access.operand));
    int64_t bytes = bytes_of(fn, access);
    struct collection c = {fn->arena, out, &bytes};

    *out = (struct kp_footprint){0};
    if (object < 0)
        return false;
    out->object = (uint32_t)object;
    out->unknown = bytes < 0 ? "the size of the access is not known"
                             : kp_each_distinct_point(fn, shape, access, collect, &c);
    merge(out);
    return true;
}

static int64_t total(const struct kp_footprint *f)
{
    int64_t bytes = 0;

    for (size_t i = 0; i < f->bytes.n; i++)
        bytes += f->bytes.v[i].end - f->bytes.v[i].begin;
    return bytes;
}

/* True if the thread touched each byte once; the next one begins anew. */
static bool end_thread(void *to)
{
    struct kp_footprint *f = ((struct collection *)to)->to;
    int64_t touched = total(f);
    bool once;

    merge(f);
    once = total(f) == touched;
    f->bytes.n = 0;
    return once;
}

bool kp_touched_once(const struct kp_fn *fn, const struct kp_block_shape *shape,
                     const struct kp_access_at *at, size_t n, uint32_t within)
{
    struct kp_footprint touched = {0};
    struct collection c = {fn->arena, &touched, kp_new_array(fn->arena, int64_t, n + 1)};

    for (size_t i = 0; i < n; i++)
        if ((c.bytes[i] = bytes_of(fn, at[i])) < 0)
            return false;
    return kp_each_thread(fn, shape, at, n, within, collect, end_thread, &c);
}

bool kp_footprints_meet(const struct kp_footprint *a, const struct kp_footprint *b)
{
    size_t i = 0, k = 0;

    if (a->object != b->object)
        return false;
    if (a->unknown || b->unknown)
        return true;
    while (i < a->bytes.n && k < b->bytes.n) {
        if (a->bytes.v[i].begin < b->bytes.v[k].end && b->bytes.v[k].begin < a->bytes.v[i].end)
            return true;
        if (a->bytes.v[i].end <= b->bytes.v[k].end)
            i++;
        else
            k++;
    }
    return false;
}
