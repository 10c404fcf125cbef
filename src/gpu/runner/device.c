#include "gpu/runner/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GUARD = 4096, GUARD_BYTE = 0xa5 };

_Noreturn void cuda_failed(const char *call, cu_result rc)
{
    char text[256];

    driver_error(rc, text, sizeof text);
    blame("cu%.*s: %s", (int)strcspn(call, "("), call, text);
}

static void need(const char *call, cu_result rc)
{
    char text[256];

    if (!rc)
        return;
    driver_error(rc, text, sizeof text);
    if (rc == CU_ERROR_NO_DEVICE)
        impossible("no-gpu", "no NVIDIA GPU to be seen on this machine: %s: %s", call, text);
    impossible("no-device", "the GPU cannot be used: %s: %s", call, text);
}

void device_open(void)
{
    struct machine *m = &share->machine;
    const char *code = driver_open(share->text, sizeof share->text);
    size_t memory = 0;
    cu_device device;
    cu_context context;
    int count = 0;

    if (code) {
        snprintf(share->code, sizeof share->code, "%s", code);
        _exit(1);
    }
    need("cuInit", cu.Init(0));
    need("cuDriverGetVersion", cu.DriverGetVersion(&m->driver));
    need("cuDeviceGetCount", cu.DeviceGetCount(&count));
    need("cuDeviceGetCount", count ? 0 : CU_ERROR_NO_DEVICE);
    need("cuDeviceGet", cu.DeviceGet(&device, 0));
    need("cuDeviceGetName", cu.DeviceGetName(m->name, sizeof m->name, device));
    need("cuDeviceTotalMem", cu.DeviceTotalMem(&memory, device));
    m->memory = memory;
    need("cuDeviceGetAttribute", cu.DeviceGetAttribute(&m->major, CU_DEVICE_CC_MAJOR, device));
    need("cuDeviceGetAttribute", cu.DeviceGetAttribute(&m->minor, CU_DEVICE_CC_MINOR, device));
    need("cuDeviceGetAttribute", cu.DeviceGetAttribute(&m->sms, CU_DEVICE_SMS, device));
    need("cuDeviceGetAttribute", cu.DeviceGetAttribute(&m->l2_bytes, CU_DEVICE_L2_BYTES, device));
    need("cuDeviceGetAttribute", cu.DeviceGetAttribute(&m->clock_khz, CU_DEVICE_CLOCK_KHZ, device));
    need("cuDeviceGetAttribute",
         cu.DeviceGetAttribute(&m->smem_optin, CU_DEVICE_SMEM_OPTIN, device));
    need("cuDevicePrimaryCtxRetain", cu.PrimaryCtxRetain(&context, device));
    need("cuCtxSetCurrent", cu.CtxSetCurrent(context));
}

static _Noreturn void load_failed(cu_result rc)
{
    const struct machine *m = &share->machine;
    char text[256];

    driver_error(rc, text, sizeof text);
    if (rc == CU_ERROR_INVALID_IMAGE || rc == CU_ERROR_NO_BINARY_FOR_GPU ||
        rc == CU_ERROR_INVALID_PTX || rc == CU_ERROR_UNSUPPORTED_PTX_VERSION)
        blame("the driver (CUDA %d.%d) cannot load the cubin for this GPU (sm_%d%d): %s",
              m->driver / 1000, m->driver % 1000 / 10, m->major, m->minor, text);
    blame("cuModuleLoad: %s", text);
}

cu_function version_load(const struct plan *p, unsigned v)
{
    const struct version *x = &p->versions[v];
    struct outcome *o = &share->version[v];
    cu_module module;
    cu_function f;
    unsigned most = 0;
    cu_result rc = cu.ModuleLoad(&module, plan_path(p, x->file));

    if (rc)
        load_failed(rc);
    CU(ModuleGetFunction(&f, module, x->symbol));
    CU(FuncGetAttribute(&o->registers, CU_FUNC_REGISTERS, f));
    CU(FuncGetAttribute(&o->local_bytes, CU_FUNC_LOCAL_BYTES, f));
    CU(FuncGetAttribute(&o->static_smem, CU_FUNC_STATIC_SMEM, f));
    for (size_t s = 0; s < p->n_sizes; s++)
        most = x->smem[s] > most ? x->smem[s] : most;
    if (most + (unsigned)o->static_smem > (unsigned)share->machine.smem_optin)
        blame("needs %u bytes of shared memory; a block of this GPU has at most %d",
              most + (unsigned)o->static_smem, share->machine.smem_optin);
    if (most)
        CU(FuncSetAttribute(f, CU_FUNC_MAX_DYNAMIC_SMEM, (int)most));
    for (size_t s = 0; s < p->n_sizes; s++) {
        const unsigned *b = p->sizes[s].block;
        CU(Occupancy(&o->blocks_per_sm[s], f, (int)(b[0] * b[1] * b[2]), x->smem[s]));
    }
    o->loaded = true;
    return f;
}

cu_pointer device_memory(const struct plan *p, size_t bytes)
{
    cu_pointer at = 0;
    size_t need_in_all = 0, free_now = 0, total = 0;
    cu_result rc = cu.MemAlloc(&at, bytes);

    if (rc && rc != CU_ERROR_OUT_OF_MEMORY)
        cuda_failed("MemAlloc", rc);
    if (!rc)
        return at;
    for (size_t s = 0; s < p->n_sizes; s++)
        for (size_t k = 0; k < p->sizes[s].n_args; k++)
            need_in_all += p->sizes[s].args[k].is_array ? arg_bytes(&p->sizes[s].args[k]) : 0;
    cu.MemGetInfo(&free_now, &total);
    impossible("gpu-memory",
               "the GPU's memory does not suffice: the arrays of this case take %zu MB and %zu of "
               "%zu MB are free; take smaller sizes or end what else uses the GPU",
               need_in_all >> 20, free_now >> 20, total >> 20);
}

static void array_new(struct arrays *a, const struct plan *p, size_t k)
{
    const struct arg *x = &a->size->args[k];
    const size_t bytes = arg_bytes(x);
    const cu_pointer at = device_memory(p, bytes + 2 * GUARD + x->shift);

    a->device[k] = at + GUARD + x->shift;
    CU(MemsetD8Async(at, GUARD_BYTE, GUARD + x->shift, NULL));
    CU(MemsetD8Async(a->device[k] + bytes, GUARD_BYTE, GUARD, NULL));
    if (bytes)
        CU(MemcpyHtoD(a->device[k], a->contents->data[a->index][k], bytes));
    if (x->role == KP_CASE_INOUT && bytes) {
        a->initial[k] = device_memory(p, bytes);
        CU(MemcpyHtoD(a->initial[k], a->contents->data[a->index][k], bytes));
    }
    a->params[k] = &a->device[k];
}

void arrays_new(struct arrays *a, const struct plan *p, unsigned size, const struct contents *c)
{
    memset(a, 0, sizeof *a);
    a->size = &p->sizes[size];
    a->contents = c;
    a->index = size;
    for (size_t k = 0; k < a->size->n_args; k++) {
        if (a->size->args[k].is_array)
            array_new(a, p, k);
        else
            a->params[k] = a->size->args[k].value;
    }
}

void arrays_restore(struct arrays *a, int poison)
{
    for (size_t k = 0; k < a->size->n_args; k++) {
        const struct arg *x = &a->size->args[k];
        if (!arg_is_output(x) || !x->count)
            continue;
        if (x->role == KP_CASE_INOUT)
            CU(MemcpyDtoDAsync(a->device[k], a->initial[k], arg_bytes(x), NULL));
        else if (poison >= 0)
            CU(MemsetD8Async(a->device[k], (unsigned char)poison, arg_bytes(x), NULL));
    }
}

void launch(cu_function f, const struct plan *p, struct arrays *a, unsigned v)
{
    const struct size *s = a->size;

    share->beats++;
    CU(LaunchKernel(f, s->grid[0], s->grid[1], s->grid[2], s->block[0], s->block[1], s->block[2],
                    p->versions[v].smem[a->index], NULL, a->params, NULL));
}

void array_fetch(const struct arrays *a, size_t arg, void *to)
{
    const size_t bytes = arg_bytes(&a->size->args[arg]);

    share->beats++;
    if (bytes)
        CU(MemcpyDtoH(to, a->device[arg], bytes));
}

static bool guard_is_whole(cu_pointer at)
{
    unsigned char guard[GUARD];

    CU(MemcpyDtoH(guard, at, GUARD));
    for (size_t k = 0; k < GUARD; k++)
        if (guard[k] != GUARD_BYTE)
            return false;
    return true;
}

const char *arrays_overrun(const struct arrays *a)
{
    for (size_t k = 0; k < a->size->n_args; k++) {
        const struct arg *x = &a->size->args[k];
        if (x->is_array &&
            (!guard_is_whole(a->device[k] - GUARD) || !guard_is_whole(a->device[k] + arg_bytes(x))))
            return x->name;
    }
    return NULL;
}
