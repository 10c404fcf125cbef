#include "gpu/runner/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct driver cu;

const char *driver_open(char *text, size_t size)
{
    const char *path = getenv("KPIPE_LIBCUDA");
    void *lib = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW | RTLD_GLOBAL), *at;

    if (!lib) {
        snprintf(text, size, "no NVIDIA driver on this machine: %s", dlerror());
        return "no-driver";
    }
#define X(symbol, name, params)                                                                    \
    at = dlsym(lib, #symbol);                                                                      \
    if (!at) {                                                                                     \
        snprintf(text, size, "the NVIDIA driver is too old: libcuda has no %s", #symbol);          \
        return "old-driver";                                                                       \
    }                                                                                              \
    memcpy(&cu.name, &at, sizeof at); /* ISO C has no cast from void * to a function */
    DRIVER(X)
#undef X
    return NULL;
}

void driver_error(cu_result rc, char *text, size_t size)
{
    const char *name = NULL, *what = NULL;

    cu.GetErrorName(rc, &name);
    cu.GetErrorString(rc, &what);
    if (!name)
        snprintf(text, size, "error %d", rc);
    else
        snprintf(text, size, "%s%s%s%s", name, what ? " (" : "", what ? what : "", what ? ")" : "");
}
