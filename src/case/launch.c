/* A case's launch at the bound sizes. */
#include "case/check.h"

#include <string.h>

#include "util/str.h"
#include "util/system.h"

enum { MOST_THREADS = 1024, ROOM = 64 };

const char *kp_case_extents(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                            uint32_t to[3])
{
    struct kp_case_text *parts;
    size_t n = kp_case_split(a, text, ',', &parts);

    if (!n || n > 3)
        return kp_case_error(c, text, 0, "one to three numbers belong here");
    for (size_t k = 0; k < 3; k++) {
        struct kp_number v = {false, 1, 1};
        const char *error = k < n ? kp_case_eval(c, a, parts[k], &v) : NULL;
        if (error)
            return error;
        if (v.real || v.i < 0 || v.i > INT32_MAX)
            return kp_case_error(c, parts[k], 0, "%.17g is not an extent of a launch", v.d);
        to[k] = (uint32_t)v.i;
    }
    return NULL;
}

static size_t align_to(size_t n, size_t step)
{
    return (n + step - 1) / step * step;
}

static const char *one_value(const struct kp_case *c, struct kp_arena *a, enum kp_case_type type,
                             struct kp_case_text text, uint8_t *to)
{
    struct kp_number v;
    const char *error = kp_case_eval(c, a, text, &v);

    if (error)
        return error;
    if (v.real && !kp_case_type_is_float(type))
        return kp_case_error(c, text, 0, "%s wants an integer", kp_case_type_names[type]);
    if (kp_case_type_is_float(type) || v.i < 0)
        kp_case_put(type, to, 0, v.real ? v.d : (double)v.i);
    else
        memcpy(to, &v.i, kp_case_type_size(type)); /* all 64 bits */
    return NULL;
}

/* Fields as C lays them out. */
static const char *struct_value(const struct kp_case *c, struct kp_arena *a,
                                const struct kp_case_arg *x, struct kp_case_param *to)
{
    struct kp_case_text *parts;
    size_t n = kp_case_split(a, x->value, ',', &parts), at = 0, align = 1;
    uint8_t *bytes = kp_alloc(a, 8 * x->fields.n + 16);

    if (n != x->fields.n)
        return kp_case_error(c, x->value, 0, "%s has %zu fields, here are %zu values", x->name,
                             x->fields.n, n);
    for (size_t k = 0; k < n; k++) {
        size_t size = kp_case_type_size(x->fields.v[k]);
        const char *error;
        at = align_to(at, size);
        align = size > align ? size : align;
        error = one_value(c, a, x->fields.v[k], parts[k], bytes + at);
        if (error)
            return error;
        at += size;
    }
    to->bytes = bytes;
    to->size = align_to(at, align);
    return NULL;
}

const char *kp_case_scalar(const struct kp_case *c, struct kp_arena *a, const struct kp_case_arg *x,
                           struct kp_case_param *to)
{
    uint8_t *bytes = kp_alloc(a, 16);

    *to = (struct kp_case_param){.buffer = -1};
    if (x->type == KP_CASE_STRUCT)
        return struct_value(c, a, x, to);
    to->bytes = bytes;
    to->size = kp_case_type_size(x->type);
    return one_value(c, a, x->type, x->value, bytes);
}

/* An integer of the parameter is `plus` more. */
static void step(struct kp_arena *a, const struct kp_case_arg *x, size_t field, int64_t plus,
                 struct kp_case_param *p)
{
    bool is_struct = x->type == KP_CASE_STRUCT;
    enum kp_case_type type = is_struct ? x->fields.v[field] : x->type;
    uint8_t *bytes = kp_alloc(a, p->size + 16);
    size_t at = 0;

    for (size_t k = 0; is_struct && k < field; k++)
        at = align_to(at, kp_case_type_size(x->fields.v[k])) + kp_case_type_size(x->fields.v[k]);
    at = align_to(at, kp_case_type_size(type));
    memcpy(bytes, p->bytes, p->size);
    kp_case_put(type, bytes + at, 0, kp_case_element(type, bytes + at, 0) + (double)plus);
    p->bytes = bytes;
}

static const char *shape(const struct kp_case *original, struct kp_arena *a,
                         struct kp_case_text block, struct kp_case_data *d)
{
    struct kp_case copy = *original; /* with block_x, block_y and block_z */
    const struct kp_case *c = &copy;
    struct kp_number smem;
    const char *error = kp_case_extents(c, a, block, d->block);

    if (error)
        return error;
    if ((uint64_t)d->block[0] * d->block[1] > MOST_THREADS ||
        (uint64_t)d->block[0] * d->block[1] * d->block[2] > MOST_THREADS)
        return kp_case_error(c, block, 0, "a block has at most %d threads, not %ux%ux%u",
                             MOST_THREADS, d->block[0], d->block[1], d->block[2]);
    for (size_t k = 0; k < 3; k++)
        copy.block_value[k] = d->block[k];
    error = kp_case_extents(c, a, c->grid, d->grid);
    if (!error)
        error = kp_case_eval(c, a, c->smem, &smem);
    if (error)
        return error;
    if (smem.real || smem.i < 0 || smem.i > 1 << 20)
        return kp_case_error(c, c->smem, 0, "%.17g is not a number of bytes for a block", smem.d);
    d->dynamic_smem = (size_t)smem.i;
    return NULL;
}

const char *kp_case_alias(const struct kp_case *c, struct kp_arena *a, struct kp_case_text list,
                          size_t **args, size_t *n)
{
    struct kp_case_text *parts;

    *n = kp_case_split(a, list, ',', &parts);
    *args = kp_new_array(a, size_t, *n + 1);
    if (*n < 2)
        return kp_case_error(c, list, 0, "at least two arrays belong here: may_alias = A, B");
    for (size_t k = 0; k < *n; k++) {
        size_t at = 0;
        while (at < c->args.n && !kp_streq(c->args.v[at].name, parts[k].s))
            at++;
        if (at == c->args.n || !c->args.v[at].count.s)
            return kp_case_error(c, parts[k], 0, "no array argument is called %s", parts[k].s);
        if (c->args.v[at].type != c->args.v[k ? (*args)[0] : at].type)
            return kp_case_error(c, parts[k], 0, "%s has another type than %s", parts[k].s,
                                 parts[0].s);
        (*args)[k] = at;
    }
    return NULL;
}

/* The buffer that an argument shares with an earlier one; -1: none. */
static int shared_buffer(const struct kp_case_variation *v, const struct kp_case_data *d,
                         size_t arg)
{
    bool member = false;

    for (size_t k = 0; k < v->n_same; k++)
        member |= v->same[k] == arg;
    for (size_t b = 0; member && b < d->n_buffers; b++)
        for (size_t k = 0; k < v->n_same; k++)
            if (d->params[v->same[k]].size && d->params[v->same[k]].buffer == (int)b)
                return (int)b;
    return -1;
}

/* Two arguments in one buffer, written when either is. */
static void merge(struct kp_case_buffer *to, const struct kp_case_buffer *from)
{
    /* the contents are those of the larger one, or of the one that is an input */
    if (to->uninitialised && !from->uninitialised ? true : from->size > to->size)
        to->arg = from->arg;
    if (from->size > to->size)
        to->size = from->size;
    to->is_const &= from->is_const;
    to->uninitialised &= from->uninitialised;
}

static const char *array(const struct kp_case *c, struct kp_arena *a, size_t arg,
                         const struct kp_case_variation *v, struct kp_case_data *d)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    size_t width = kp_case_type_size(x->type), count = 0;
    int same = shared_buffer(v, d, arg);
    struct kp_recipe recipe;
    const char *error = kp_case_recipe(c, a, arg, &recipe, &count);
    struct kp_case_buffer b = {
        .name = x->name,
        .arg = arg,
        .size = (v->plus ? 2 * count + ROOM : count) * width,
        .misalign = v->offset ? v->offset[arg] * width : 0,
        .is_const = x->role == KP_CASE_IN,
        .uninitialised = x->role == KP_CASE_OUT,
    };

    d->params[arg] = (struct kp_case_param){.size = 8};
    if (same >= 0) {
        merge(&d->buffers[same], &b);
        d->params[arg].buffer = same;
    } else {
        d->params[arg].buffer = (int)d->n_buffers;
        d->buffers[d->n_buffers++] = b;
    }
    return error;
}

const char *kp_case_offset(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           size_t otherwise, size_t *elements)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    struct kp_number n = {false, (int64_t)otherwise, (double)otherwise};
    const char *error = x->offset.s ? kp_case_eval(c, a, x->offset, &n) : NULL;

    if (error)
        return error;
    if (n.real || n.i < 0 || n.i > 1 << 20)
        return kp_case_error(c, x->offset, 0, "an offset is a number of elements");
    *elements = x->count.s ? (size_t)n.i : 0;
    return NULL;
}

const char *kp_case_launch_with(const struct kp_case *c, struct kp_arena *a,
                                const struct kp_case_variation *v, struct kp_case_data *d)
{
    const char *error;

    memset(d, 0, sizeof *d);
    d->params = kp_new_array(a, struct kp_case_param, c->args.n + 1);
    d->buffers = kp_new_array(a, struct kp_case_buffer, c->args.n + 1);
    d->n_params = c->args.n;
    error = shape(c, a, v->block ? c->also_blocks.v[v->block - 1] : c->block, d);
    for (size_t k = 0; k < c->args.n && !error; k++)
        error = c->args.v[k].value.s ? kp_case_scalar(c, a, &c->args.v[k], &d->params[k])
                                     : array(c, a, k, v, d);
    if (v->plus && !error)
        step(a, &c->args.v[v->plus_arg], v->plus_field, v->plus, &d->params[v->plus_arg]);
    return error;
}

const char *kp_case_launch(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d)
{
    return kp_case_launch_with(c, a, &(struct kp_case_variation){0}, d);
}

/* A buffer may be larger than the argument that it is filled for: two share it, or it has room for
 * more, which has the same contents again. */
static const char *contents(const struct kp_case *c, struct kp_arena *a, struct kp_case_buffer *b)
{
    size_t size;
    void *data;
    const char *error = kp_case_fill(c, a, b->arg, &data, &size);

    b->data = data;
    if (error || size >= b->size)
        return error;
    b->data = kp_alloc(a, b->size + 16);
    for (size_t at = 0; at < b->size && size; at += size)
        memcpy((char *)b->data + at, data, size < b->size - at ? size : b->size - at);
    return NULL;
}

/* A run keeps an array, what it was and what is known of each element. */
static const char *fits(const struct kp_case *c, const struct kp_case_data *d)
{
    size_t free = kp_memory_available(), all = 0, largest = 0;

    for (size_t k = 0; k < d->n_buffers; k++) {
        all += d->buffers[k].size;
        largest = d->buffers[k].size > d->buffers[largest].size ? k : largest;
    }
    if (!free || all <= free / 2)
        return NULL;
    return kp_case_error(
        c, c->args.v[d->buffers[largest].arg].count, 0,
        "the arrays take %zu MB, and this machine has %zu MB free: too much to run "
        "here",
        all >> 20, free >> 20);
}

const char *kp_case_data_with(const struct kp_case *c, struct kp_arena *a,
                              const struct kp_case_variation *v, struct kp_case_data *d)
{
    const char *error = kp_case_launch_with(c, a, v, d);

    if (!error)
        error = fits(c, d);
    for (size_t k = 0; k < d->n_buffers && !error; k++)
        error = contents(c, a, &d->buffers[k]);
    return error;
}

const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d)
{
    return kp_case_data_with(c, a, &(struct kp_case_variation){0}, d);
}
