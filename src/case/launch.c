/* A case's launch at the bound sizes. */
#include "case/case.h"

#include <string.h>

#include "util/str.h"

static const char *triple(const struct kp_case *c, struct kp_arena *a, const char *text,
                          uint32_t to[3])
{
    const char **parts;
    size_t n = kp_case_split(a, text, &parts);

    if (!n || n > 3)
        return kp_sprintf(a, "%s: '%s' is not one to three numbers", c->path, text);
    for (size_t k = 0; k < 3; k++) {
        struct kp_number v = {false, 1, 1};
        const char *error = k < n ? kp_case_eval(c, a, parts[k], &v) : NULL;
        if (error)
            return error;
        if (v.real || v.i < 0 || v.i > INT32_MAX)
            return kp_sprintf(a, "%s: '%s' is no extent", c->path, parts[k]);
        to[k] = (uint32_t)v.i;
    }
    return NULL;
}

static const char *scalar(const struct kp_case *c, struct kp_arena *a, const struct kp_case_arg *x,
                          struct kp_case_param *to)
{
    struct kp_number v;
    const char *error = kp_case_eval(c, a, x->value, &v);
    uint8_t *bytes = kp_alloc(a, 16);

    if (error)
        return error;
    kp_case_put(x->type, bytes, 0, v.d);
    to->bytes = bytes;
    to->size = kp_case_type_size(x->type);
    to->buffer = -1;
    return NULL;
}

static const char *buffer(const struct kp_case *c, struct kp_arena *a, size_t arg,
                          struct kp_case_buffer *b)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    struct kp_recipe recipe;
    size_t count = 0;
    const char *error = kp_case_recipe(c, a, arg, &recipe, &count);

    b->name = x->name;
    b->is_const = x->role == KP_CASE_IN;
    b->uninitialised = x->role == KP_CASE_OUT;
    b->size = count * kp_case_type_size(x->type);
    b->arg = arg;
    return error;
}

const char *kp_case_launch(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d)
{
    struct kp_number smem;
    const char *error;

    memset(d, 0, sizeof *d);
    d->params = kp_new_array(a, struct kp_case_param, c->args.n + 1);
    d->buffers = kp_new_array(a, struct kp_case_buffer, c->args.n + 1);
    d->n_params = c->args.n;
    if ((error = triple(c, a, c->grid, d->grid)) || (error = triple(c, a, c->block, d->block)) ||
        (error = kp_case_eval(c, a, c->smem, &smem)))
        return error;
    d->dynamic_smem = (size_t)smem.i;
    for (size_t k = 0; k < c->args.n && !error; k++) {
        if (c->args.v[k].value) {
            error = scalar(c, a, &c->args.v[k], &d->params[k]);
        } else {
            d->params[k].buffer = (int)d->n_buffers;
            d->params[k].size = 8;
            error = buffer(c, a, k, &d->buffers[d->n_buffers++]);
        }
    }
    return error;
}

const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d)
{
    const char *error = kp_case_launch(c, a, d);

    for (size_t k = 0; k < d->n_buffers && !error; k++)
        error = kp_case_fill(c, a, d->buffers[k].arg, &d->buffers[k].data, &d->buffers[k].size);
    return error;
}
