/* A launch's memory: module variables, buffers, parameters. */
#define _GNU_SOURCE
#include "simt/machine.h"

#include <string.h>
#include <sys/mman.h>

#include "util/system.h"

#define MODULE_BASE 0x7e0000000000ull

enum { GAP = 4096, BUFFER_ALIGN = 256 };

static uint64_t odd_multiple(uint64_t at, uint64_t align)
{
    return (((at + align - 1) / align) | 1) * align;
}

uint64_t kp_module_address(const struct kp_ptx *m, const struct ptx_var *v)
{
    uint64_t at = MODULE_BASE;

    for (size_t k = 0; k < m->vars.n; k++) {
        const struct ptx_var *o = m->vars.v[k];
        if (o->space != SPACE_GLOBAL && o->space != SPACE_CONST)
            continue;
        at = odd_multiple(at, o->align ? o->align : 1);
        if (o == v)
            return at;
        at += o->size + 64;
    }
    return 0;
}

uint64_t kp_function_address(const struct kp_ptx *m, const char *name)
{
    for (size_t k = 0; k < m->funcs.n; k++)
        if (!strcmp(m->funcs.v[k]->name, name))
            return FUNCTION_BASE + 16 * (k + 1);
    return 0;
}

static size_t round_to(size_t n, size_t align)
{
    return align ? (n + align - 1) / align * align : n;
}

size_t kp_param_offset(const struct ptx_func *f, const struct ptx_var *v)
{
    size_t at = 0;

    for (size_t k = 0; k < f->params.n; k++) {
        at = round_to(at, f->params.v[k]->align);
        if (f->params.v[k] == v)
            break;
        at += f->params.v[k]->size;
    }
    return at;
}

static size_t size_of_params(const struct ptx_func *f)
{
    size_t n = f->params.n;

    return n ? kp_param_offset(f, f->params.v[n - 1]) + f->params.v[n - 1]->size : 0;
}

static bool add_buffer(struct kp_simt_machine *m, struct kp_device_buffer b, const void *data)
{
    b.data = kp_map_shared(b.size);
    if (!b.data)
        return false;
    if (data)
        memcpy(b.data, data, b.size);
    if (m->track_global && !b.is_const && !b.internal) {
        b.touched = kp_map_shared(((b.size >> m->program->global_shift) + 1) * sizeof *b.touched);
        if (!b.touched)
            return false;
    }
    if (m->track_global && m->program->uses_noncoherent && !b.is_const) {
        b.noncoherent = kp_map_shared((b.size >> m->program->global_shift) + 1);
        if (!b.noncoherent)
            return false;
    }
    m->buffers[m->n_buffers++] = b;
    return true;
}

static void relocate(const struct kp_ptx *m, const struct ptx_var *v, uint8_t *data)
{
    for (size_t k = 0; k < v->relocs.n; k++) {
        uint64_t at = kp_function_address(m, v->relocs.v[k].symbol);
        for (size_t n = 0; n < m->vars.n; n++)
            if (!strcmp(m->vars.v[n]->name, v->relocs.v[k].symbol))
                at = kp_module_address(m, m->vars.v[n]);
        at += (uint64_t)v->relocs.v[k].addend;
        memcpy(data + v->relocs.v[k].offset, &at, sizeof at);
    }
}

static const char *bind_args(struct kp_arena *a, struct kp_simt_machine *m)
{
    const struct ptx_func *f = m->program->entry;
    const struct kp_simt_launch *l = m->launch;

    if (l->n_args != f->params.n)
        return kp_sprintf(a, "the kernel has %zu parameters, the launch %zu arguments", f->params.n,
                          l->n_args);
    m->params_size = size_of_params(f);
    m->params = kp_alloc(a, m->params_size + 16);
    for (size_t k = 0; k < l->n_args; k++) {
        uint8_t *to = m->params + kp_param_offset(f, f->params.v[k]);
        if (l->args[k].buffer >= 0) {
            uint64_t at = m->buffers[l->args[k].buffer].base + l->args[k].offset;
            if (f->params.v[k]->size != 8)
                return kp_sprintf(a, "parameter %zu is not a pointer", k + 1);
            memcpy(to, &at, sizeof at);
        } else if (l->args[k].size != f->params.v[k]->size) {
            return kp_sprintf(a, "parameter %zu has %zu bytes, the argument %zu", k + 1,
                              f->params.v[k]->size, l->args[k].size);
        } else {
            memcpy(to, l->args[k].bytes, l->args[k].size);
        }
    }
    return NULL;
}

const char *kp_simt_bind(struct kp_arena *a, struct kp_simt_machine *m)
{
    const struct kp_simt_launch *l = m->launch;
    const struct kp_ptx *module = m->program->module;
    uint64_t at = DEVICE_BASE;

    m->buffers = kp_new_array(a, struct kp_device_buffer, l->n_buffers + module->vars.n + 1);
    for (size_t k = 0; k < l->n_buffers; k++) {
        const struct kp_simt_buffer *u = &l->buffers[k];
        struct kp_device_buffer b = {.name = u->name,
                                     .size = u->size,
                                     .extent = u->extent,
                                     .is_const = u->is_const,
                                     .uninitialised = u->uninitialised};
        at = odd_multiple(at + GAP, BUFFER_ALIGN);
        b.base = at + u->misalign;
        at = b.base + u->size;
        if (!add_buffer(m, b, u->data))
            return "out of memory for the buffers";
    }
    for (size_t k = 0; k < module->vars.n; k++) {
        const struct ptx_var *v = module->vars.v[k];
        struct kp_device_buffer b = {.name = v->name,
                                     .size = v->size,
                                     .is_const = v->space == SPACE_CONST,
                                     .internal = true};
        if (v->space != SPACE_GLOBAL && v->space != SPACE_CONST)
            continue;
        b.base = kp_module_address(module, v);
        if (!add_buffer(m, b, v->init))
            return "out of memory for the module's variables";
        relocate(module, v, m->buffers[m->n_buffers - 1].data);
    }
    return bind_args(a, m);
}

/* The variables' memory becomes the report's. */
void kp_hand_over(struct kp_arena *a, struct kp_simt_machine *m, struct kp_simt_report *r)
{
    struct kp_simt_variable *list = kp_new_array(a, struct kp_simt_variable, m->n_buffers + 1);

    for (size_t k = m->launch->n_buffers; k < m->n_buffers; k++) {
        struct kp_device_buffer *b = &m->buffers[k];
        if (b->is_const)
            continue;
        list[r->n_variables++] = (struct kp_simt_variable){b->name, b->data, b->size};
        b->data = NULL;
    }
    r->variables = list;
}

void kp_simt_release(struct kp_simt_report *r)
{
    for (size_t k = 0; k < r->n_variables; k++)
        munmap((void *)(uintptr_t)r->variables[k].data,
               r->variables[k].size ? r->variables[k].size : 1);
    r->n_variables = 0;
}

/* Granules are as wide as the smallest access, so every write covers whole ones. */
static void mark_written(const struct kp_simt_machine *m, const struct kp_device_buffer *b,
                         uint8_t *written)
{
    unsigned shift = m->program->global_shift;

    for (size_t at = 0; at < b->size; at++)
        written[at] = (uint32_t)b->touched[at >> shift] != 0;
}

void kp_unbind(struct kp_simt_machine *m, bool copy_back)
{
    for (size_t k = 0; k < m->n_buffers; k++) {
        struct kp_device_buffer *b = &m->buffers[k];
        if (copy_back && k < m->launch->n_buffers && !b->is_const && m->launch->buffers[k].data)
            memcpy(m->launch->buffers[k].data, b->data, b->size);
        if (copy_back && k < m->launch->n_buffers && b->touched && m->launch->buffers[k].written)
            mark_written(m, b, m->launch->buffers[k].written);
        if (b->data)
            munmap(b->data, b->size ? b->size : 1);
        kp_trace_free(b);
        if (b->noncoherent)
            munmap(b->noncoherent, (b->size >> m->program->global_shift) + 1);
        if (b->touched)
            munmap(b->touched, ((b->size >> m->program->global_shift) + 1) * sizeof *b->touched);
    }
}
