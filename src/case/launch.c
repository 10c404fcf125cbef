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

const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d)
{
    struct kp_case_param *args = kp_new_array(a, struct kp_case_param, c->args.n + 1);
    struct kp_case_buffer *buffers = kp_new_array(a, struct kp_case_buffer, c->args.n + 1);
    struct kp_number smem;
    const char *error;

    memset(d, 0, sizeof *d);
    if ((error = triple(c, a, c->grid, d->grid)) || (error = triple(c, a, c->block, d->block)) ||
        (error = kp_case_eval(c, a, c->smem, &smem)))
        return error;
    for (size_t k = 0; k < c->args.n; k++) {
        const struct kp_case_arg *x = &c->args.v[k];
        struct kp_case_buffer *b = &buffers[d->n_buffers];
        if (x->value) {
            error = scalar(c, a, x, &args[k]);
        } else {
            b->name = x->name;
            b->is_const = x->role == KP_CASE_IN;
            b->uninitialised = x->role == KP_CASE_OUT;
            error = kp_case_fill(c, a, k, &b->data, &b->size);
            b->arg = k;
            args[k].buffer = (int)d->n_buffers++;
            args[k].size = 8;
        }
        if (error)
            return error;
    }
    d->dynamic_smem = (size_t)smem.i;
    d->params = args;
    d->n_params = c->args.n;
    d->buffers = buffers;
    return NULL;
}
