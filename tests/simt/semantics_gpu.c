/* Runs the kernels k0, k1, ... that all.order lists, of DIR/all.cubin, on a GPU: DIR/gpu.bin. Needs
 * only the driver. Exit 77 without a GPU. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 2048, BLOCK = 128, OPERANDS = 8 };

typedef int (*fn)();

static fn find(void *lib, const char *name)
{
    void *p = dlsym(lib, name);
    fn f;

    memcpy(&f, &p, sizeof f);
    if (!f)
        exit(77);
    return f;
}

static void need(int status, const char *what)
{
    if (status) {
        fprintf(stderr, "%s: error %d\n", what, status);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    static uint64_t input[THREADS * OPERANDS], out[THREADS];
    void *lib = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL, *module = NULL, *f = NULL;
    uint64_t d_in = 0, d_out = 0;
    int device = 0;
    char path[4096], name[64];
    FILE *order, *file, *to;

    if (argc != 2 || !lib || find(lib, "cuInit")(0))
        return 77;
    need(find(lib, "cuDeviceGet")(&device, 0), "cuDeviceGet");
    need(find(lib, "cuDevicePrimaryCtxRetain")(&context, device), "cuDevicePrimaryCtxRetain");
    need(find(lib, "cuCtxSetCurrent")(context), "cuCtxSetCurrent");
    snprintf(path, sizeof path, "%s/all.cubin", argv[1]);
    need(find(lib, "cuModuleLoad")(&module, path), "cuModuleLoad");
    need(find(lib, "cuMemAlloc_v2")(&d_in, sizeof input), "cuMemAlloc");
    need(find(lib, "cuMemAlloc_v2")(&d_out, sizeof out), "cuMemAlloc");
    snprintf(path, sizeof path, "%s/input.bin", argv[1]);
    file = fopen(path, "rb");
    if (!file || fread(input, sizeof input, 1, file) != 1)
        return 2;
    need(find(lib, "cuMemcpyHtoD_v2")(d_in, input, sizeof input), "cuMemcpyHtoD");
    snprintf(path, sizeof path, "%s/all.order", argv[1]);
    order = fopen(path, "r");
    to = fopen(getenv("GPU_BIN") ? getenv("GPU_BIN") : "gpu.bin", "wb");
    if (!order || !to)
        return 2;
    while (fscanf(order, "%63s", name) == 1) {
        void *args[] = {&d_out, &d_in};
        need(find(lib, "cuModuleGetFunction")(&f, module, name), name);
        need(
            find(lib, "cuLaunchKernel")(f, THREADS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, args, NULL),
            name);
        need(find(lib, "cuMemcpyDtoH_v2")(out, d_out, sizeof out), name);
        fwrite(out, sizeof out, 1, to);
    }
    return fclose(to);
}
