#include "simt/case_launch.h"

const char *kp_simt_case_kernel(const struct kp_case *c, struct kp_arena *a, const struct kp_ptx *m,
                                const char **error)
{
    size_t n = kp_simt_kernel_count(m);
    const char **names = kp_new_array(a, const char *, n + 1);

    for (size_t k = 0; k < n; k++)
        names[k] = kp_simt_kernel_name(m, k);
    return kp_case_entry(c, a, names, n, error);
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
        buffers[k] =
            (struct kp_simt_buffer){x->name, x->data, x->size, x->is_const, x->uninitialised};
    }
    l.args = args;
    l.n_args = d->n_params;
    l.buffers = buffers;
    l.n_buffers = d->n_buffers;
    return l;
}
