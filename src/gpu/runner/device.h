/* One launch on the GPU: the device, a version's kernel, the arrays. For children only; what fails
 * ends the child (share.h). */
#ifndef RUNNER_DEVICE_H
#define RUNNER_DEVICE_H

#include "gpu/runner/driver.h"
#include "gpu/runner/share.h"

/* Calls the driver; an error is the current version's fault. `CU(LaunchKernel(...))` */
#define CU(call)                                                                                   \
    do {                                                                                           \
        const cu_result rc_ = cu.call;                                                             \
        if (rc_)                                                                                   \
            cuda_failed(#call, rc_);                                                               \
    } while (0)
_Noreturn void cuda_failed(const char *call, cu_result rc);

/* What a bundle needs beside the GPU: the initial contents of every array of every size. */
struct contents {
    void *data[MAX_SIZES][MAX_ARGS];
};

/* The arrays of one size on the device, with guards before and behind each. */
struct arrays {
    const struct size *size;
    const struct contents *contents;
    unsigned index;               /* of the size */
    cu_pointer device[MAX_ARGS];  /* what the kernel gets */
    cu_pointer initial[MAX_ARGS]; /* an untouched copy where the kernel updates in place */
    void *params[MAX_ARGS];
};

/* The first device that CUDA shows. Fills share->machine. Whatever fails is impossible(). */
void device_open(void);

/* A version's kernel, loaded, with dynamic shared memory allowed; fills its outcome's figures. */
cu_function version_load(const struct plan *p, unsigned v);

/* Device memory; too little of it is impossible(). */
cu_pointer device_memory(const struct plan *p, size_t bytes);

void arrays_new(struct arrays *a, const struct plan *p, unsigned size, const struct contents *c);
/* In-place arrays as they were; outputs overwritten with `poison`, unless it is negative. */
void arrays_restore(struct arrays *a, int poison);
void launch(cu_function f, const struct plan *p, struct arrays *a, unsigned v);
/* The array of an argument as it is now: arg_bytes() bytes. */
void array_fetch(const struct arrays *a, size_t arg, void *to);
/* The argument around which a guard was overwritten, or NULL. */
const char *arrays_overrun(const struct arrays *a);

#endif
