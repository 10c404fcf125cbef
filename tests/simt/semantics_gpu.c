/* Runs the kernels k0, k1, ... that DIR/all.order lists, of DIR/all.cubin, on a GPU, and writes
 * DIR/results/gpu.bin and DIR/results/device.txt. Needs only the driver. Exit 77 without a GPU. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "semantics.h"

/* The driver's functions, by its own types' sizes. */
static struct {
    int (*init)(unsigned flags);
    int (*device)(int *device, int ordinal);
    int (*name)(char *name, int size, int device);
    int (*retain)(void **context, int device);
    int (*current)(void *context);
    int (*load)(void **module, const char *path);
    int (*alloc)(uint64_t *at, size_t bytes);
    int (*to_device)(uint64_t to, const void *from, size_t bytes);
    int (*to_host)(void *to, uint64_t from, size_t bytes);
    int (*function)(void **function, void *module, const char *name);
    int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                  unsigned bz, unsigned shared, void *stream, void **args, void **extra);
} cu;

static void bind(void *to, const char *name)
{
    static void *lib;
    void *p;

    if (!lib)
        lib = dlopen("libcuda.so.1", RTLD_NOW);
    p = lib ? dlsym(lib, name) : NULL;
    if (!p) {
        fprintf(stderr, "no CUDA driver here (%s)\n", name);
        exit(77);
    }
    memcpy(to, &p, sizeof p);
}

static void need(int status, const char *what)
{
    if (!status)
        return;
    fprintf(stderr, "%s: error %d\n", what, status);
    exit(1);
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, mode);
    if (!f) {
        perror(path);
        exit(2);
    }
    return f;
}

static void *start(const char *folder)
{
    int device = 0;
    void *context = NULL, *module = NULL;
    char path[4096], name[256] = "";
    FILE *f;

    bind(&cu.init, "cuInit");
    bind(&cu.device, "cuDeviceGet");
    bind(&cu.name, "cuDeviceGetName");
    bind(&cu.retain, "cuDevicePrimaryCtxRetain");
    bind(&cu.current, "cuCtxSetCurrent");
    bind(&cu.load, "cuModuleLoad");
    bind(&cu.alloc, "cuMemAlloc_v2");
    bind(&cu.to_device, "cuMemcpyHtoD_v2");
    bind(&cu.to_host, "cuMemcpyDtoH_v2");
    bind(&cu.function, "cuModuleGetFunction");
    bind(&cu.launch, "cuLaunchKernel");
    if (cu.init(0))
        exit(77);
    need(cu.device(&device, 0), "cuDeviceGet");
    need(cu.name(name, sizeof name, device), "cuDeviceGetName");
    need(cu.retain(&context, device), "cuDevicePrimaryCtxRetain");
    need(cu.current(context), "cuCtxSetCurrent");
    snprintf(path, sizeof path, "%s/all.cubin", folder);
    need(cu.load(&module, path), path);
    snprintf(path, sizeof path, "%s/results", folder);
    mkdir(path, 0777);
    f = open_in(folder, "results/device.txt", "w");
    fprintf(f, "%s\n", name);
    fclose(f);
    return module;
}

int main(int argc, char **argv)
{
    static uint64_t input[THREADS * OPERANDS], out[THREADS];
    uint64_t d_in = 0, d_out = 0;
    void *module, *f = NULL;
    unsigned n = 0;
    char name[64];
    FILE *order, *file;

    if (argc != 2) {
        fprintf(stderr, "usage: %s DIR\n", argv[0]);
        return 2;
    }
    module = start(argv[1]);
    need(cu.alloc(&d_in, sizeof input), "cuMemAlloc");
    need(cu.alloc(&d_out, sizeof out), "cuMemAlloc");
    file = open_in(argv[1], "input.bin", "rb");
    if (fread(input, sizeof input, 1, file) != 1)
        return 2;
    fclose(file);
    need(cu.to_device(d_in, input, sizeof input), "cuMemcpyHtoD");
    order = open_in(argv[1], "all.order", "r");
    file = open_in(argv[1], "results/gpu.bin", "wb");
    for (; fscanf(order, "%63s", name) == 1; n++) {
        void *args[] = {&d_out, &d_in};
        need(cu.function(&f, module, name), name);
        need(cu.launch(f, THREADS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, args, NULL), name);
        need(cu.to_host(out, d_out, sizeof out), name);
        if (fwrite(out, sizeof out, 1, file) != 1)
            return 2;
    }
    fclose(order);
    printf("%u kernels ran\n", n);
    return fclose(file) != 0;
}
