#include "simt/case_launch.h"
#include "simt/ptx.h"

const char *kp_simt_case_kernel(const struct kp_case *c, struct kp_arena *a, const struct kp_ptx *m,
                                const char **error)
{
    size_t n = kp_simt_kernel_count(m);
    const char **names = kp_new_array(a, const char *, n + 1);

    for (size_t k = 0; k < n; k++)
        names[k] = kp_simt_kernel_name(m, k);
    return kp_case_entry(c, a, names, n, error);
}

const char *kp_simt_case_mismatch(const struct kp_case *c, const struct kp_ptx *m,
                                  const char *kernel)
{
    const struct ptx_func *f = ptx_find_func(m, kernel);

    for (size_t k = 0; k < c->args.n && k < f->params.n; k++) {
        const struct kp_case_arg *x = &c->args.v[k];
        size_t size = f->params.v[k]->size;
        struct kp_case_param value;
        const char *error = x->count.s ? NULL : kp_case_scalar(c, c->arena, x, &value);
        if (error)
            return error;
        if (x->count.s && size != 8)
            return kp_case_error(
                c, x->count, 0,
                "parameter %zu of %s has %zu bytes, which is no pointer: give %s a "
                "value",
                k + 1, c->kernel, size, x->name);
        if (!x->count.s && value.size != size)
            return kp_case_error(c, x->type_text, 0,
                                 "parameter %zu of %s has %zu bytes, %s of type %s has %zu", k + 1,
                                 c->kernel, size, x->name, x->type_text.s, value.size);
    }
    if (c->args.n > f->params.n)
        return kp_case_error_line(c, c->args.v[f->params.n].line,
                                  "%s has %zu parameters, and this is argument %zu", c->kernel,
                                  f->params.n, f->params.n + 1);
    if (c->args.n < f->params.n)
        return kp_case_error(c, c->kernel_text, 0,
                             "%s has %zu parameters, and the case has %zu [arg NAME] sections",
                             c->kernel, f->params.n, c->args.n);
    return NULL;
}

struct kp_simt_launch kp_simt_case_launch(const struct kp_case_data *d, struct kp_arena *a,
                                          const char *kernel)
{
    struct kp_simt_launch l = {.kernel = kernel, .dynamic_smem = d->dynamic_smem};
    struct kp_simt_arg *args = kp_new_array(a, struct kp_simt_arg, d->n_params + 1);
    struct kp_simt_buffer *buffers = kp_new_array(a, struct kp_simt_buffer, d->n_buffers + 1);

    for (size_t k = 0; k < 3; k++) {
        l.grid[k] = d->grid[k];
        l.block[k] = d->block[k];
    }
    for (size_t k = 0; k < d->n_params; k++) {
        const struct kp_case_param *x = &d->params[k];
        args[k] = (struct kp_simt_arg){x->bytes, x->size, x->buffer, x->offset};
    }
    for (size_t k = 0; k < d->n_buffers; k++) {
        const struct kp_case_buffer *x = &d->buffers[k];
        buffers[k] = (struct kp_simt_buffer){.name = x->name,
                                             .data = x->data,
                                             .size = x->size,
                                             .is_const = x->is_const,
                                             .uninitialised = x->uninitialised,
                                             .written = x->written,
                                             .misalign = x->misalign};
    }
    l.args = args;
    l.n_args = d->n_params;
    l.buffers = buffers;
    l.n_buffers = d->n_buffers;
    return l;
}
