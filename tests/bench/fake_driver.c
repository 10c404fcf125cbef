// A stand-in for libcuda.so.1 that lets the runner be tested without a GPU: device memory is host
// memory, a module is a shared library, and a "kernel" is a C function void f(void **params) that
// does the work of the whole grid and returns; a global int fault != 0 means that it crashed.
//
// Environment: FAKE_CUDA_INIT (error that cuInit returns), FAKE_CUDA_COUNT (devices, 1),
// FAKE_CUDA_CC (compute capability, 90), FAKE_CUDA_MB (device memory), FAKE_CUDA_LOST (a file: when
// it exists, the device is gone).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    OK = 0,
    INVALID = 1,
    OUT_OF_MEMORY = 2,
    UNAVAILABLE = 46,
    NO_DEVICE = 100,
    INVALID_IMAGE = 200,
    NO_FILE = 301,
    NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700
};

struct kernel {
    void (*call)(void **params);
    int *fault;
    const double *ms; // how long it says that it took; NULL: as long as it did
};

static double pretended; // ms, of all launches

struct event {
    double ms;
};

static int broken; // as on a device, a fault makes everything after it fail

static size_t allocated;

static int setting(const char *name, int otherwise)
{
    const char *s = getenv(name);
    return s ? atoi(s) : otherwise;
}

int cuInit(unsigned flags)
{
    const char *lost = getenv("FAKE_CUDA_LOST");
    if (lost && access(lost, F_OK) == 0)
        return UNAVAILABLE;
    return flags ? INVALID : setting("FAKE_CUDA_INIT", OK);
}

int cuDriverGetVersion(int *version)
{
    *version = 13000;
    return OK;
}

int cuDeviceGetCount(int *count)
{
    *count = setting("FAKE_CUDA_COUNT", 1);
    return OK;
}

int cuDeviceGet(int *device, int index)
{
    *device = index;
    return index == 0 ? OK : INVALID;
}

int cuDeviceGetName(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "fake GPU %d", device);
    return OK;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    const int cc = setting("FAKE_CUDA_CC", 90);
    *value = attribute == 75   ? cc / 10
             : attribute == 76 ? cc % 10
             : attribute == 97 ? 100000
                               : 4096;
    return OK;
}

static size_t memory(void)
{
    return (size_t)setting("FAKE_CUDA_MB", 4096) << 20;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    (void)device;
    *bytes = memory();
    return OK;
}

int cuMemGetInfo_v2(size_t *left, size_t *total)
{
    *total = memory();
    *left = *total - allocated;
    return broken;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    (void)device;
    *context = &broken;
    return OK;
}

int cuCtxSetCurrent(void *context)
{
    return context == &broken ? OK : INVALID;
}

int cuCtxSynchronize(void)
{
    return broken;
}

int cuModuleLoad(void **module, const char *path)
{
    if (access(path, F_OK))
        return NO_FILE;
    *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *module ? OK : INVALID_IMAGE;
}

int cuModuleGetFunction(void **function, void *module, const char *name)
{
    struct kernel *k = calloc(1, sizeof *k);
    if (!k)
        return INVALID;
    *(void **)&k->call = dlsym(module, name);
    k->fault = dlsym(module, "fault");
    k->ms = dlsym(module, "kernel_ms");
    *function = k;
    return k->call ? OK : NOT_FOUND;
}

int cuFuncGetAttribute(int *value, int attribute, void *function)
{
    (void)function;
    *value = attribute == 4 ? 40 : 0; // registers
    return OK;
}

int cuFuncSetAttribute(void *function, int attribute, int value)
{
    (void)function;
    return attribute == 8 && value >= 0 ? OK : INVALID;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads,
                                                size_t smem)
{
    (void)function;
    (void)smem;
    *blocks = 2048 / threads;
    return OK;
}

int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned smem, void *stream, void **params, void **extra)
{
    (void)smem;
    (void)stream;
    (void)extra;
    if (broken)
        return broken;
    if (!gx || !gy || !gz || !bx || !by || !bz)
        return INVALID;
    const struct kernel *k = function;
    k->call(params);
    if (k->ms) {
        static unsigned launches;
        pretended += *k->ms * (1 + 0.01 * (double)(launches++ * 7919u % 10u));
    }
    if (k->fault && *k->fault)
        broken = ILLEGAL_ADDRESS;
    return OK; // launches are asynchronous: the error shows later
}

int cuMemAlloc_v2(uint64_t *p, size_t bytes)
{
    if (allocated + bytes > memory())
        return OUT_OF_MEMORY;
    allocated += bytes;
    *p = (uint64_t)(uintptr_t)malloc(bytes);
    return *p ? broken : INVALID;
}

int cuMemFree_v2(uint64_t p)
{
    free((void *)(uintptr_t)p);
    return broken;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, from, bytes);
    return broken;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes)
{
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return broken;
}

int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    return broken;
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
    (void)stream;
    return cuMemcpyDtoD_v2(to, from, bytes);
}

int cuMemsetD8_v2(uint64_t p, unsigned char value, size_t bytes)
{
    memset((void *)(uintptr_t)p, value, bytes);
    return broken;
}

int cuMemsetD8Async(uint64_t p, unsigned char value, size_t bytes, void *stream)
{
    (void)stream;
    return cuMemsetD8_v2(p, value, bytes);
}

int cuEventCreate(struct event **event, unsigned flags)
{
    (void)flags;
    *event = calloc(1, sizeof **event);
    return *event ? OK : INVALID;
}

int cuEventRecord(struct event *event, void *stream)
{
    (void)stream;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    event->ms = (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
    if (pretended > 0)
        event->ms = pretended;
    return broken;
}

int cuEventSynchronize(struct event *event)
{
    (void)event;
    return broken;
}

int cuEventElapsedTime(float *ms, struct event *from, struct event *to)
{
    *ms = (float)(to->ms - from->ms);
    return OK;
}

int cuGetErrorName(int error, const char **name)
{
    *name = error == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : error == NO_DEVICE     ? "CUDA_ERROR_NO_DEVICE"
                                     : "CUDA_ERROR_OTHER";
    return OK;
}

int cuGetErrorString(int error, const char **text)
{
    *text = error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered" : "other";
    return OK;
}
