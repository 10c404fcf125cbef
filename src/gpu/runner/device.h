/* Launches on the GPU: the device, a version's kernel, the arrays. Only for child processes; any
 * failure ends the child (share.h). */
#ifndef RUNNER_DEVICE_H
#define RUNNER_DEVICE_H

#include "gpu/runner/driver.h"
#include "gpu/runner/share.h"

/* Calls a driver function: `CU(LaunchKernel(...))`. An error is reported as the current version's
 * fault. */
#define CU(call)                                                                                   \
    do {                                                                                           \
        const cu_result rc_ = cu.call;                                                             \
        if (rc_)                                                                                   \
            cuda_failed(#call, rc_);                                                               \
    } while (0)
_Noreturn void cuda_failed(const char *call, cu_result rc);

/* The initial contents of every array at every size. */
struct contents {
    void *data[MAX_SIZES][MAX_ARGS];
};

/* The arrays of one size on the device, with guards before and behind each. */
struct arrays {
    const struct size *size;
    const struct contents *contents;
    unsigned index;              /* of the size */
    cu_pointer device[MAX_ARGS]; /* the addresses that the kernel gets */
    /* a copy of the initial contents of arrays that the kernel updates in place */
    cu_pointer initial[MAX_ARGS];
    void *params[MAX_ARGS];
};

/* Opens the first CUDA device and fills share->machine. Failures call impossible(). */
void device_open(void);

/* Loads a version's kernel and allows its dynamic shared memory; fills the figures of its outcome.
 */
cu_function version_load(const struct plan *p, unsigned v);

/* Allocates device memory; calls impossible() when there is not enough. */
cu_pointer device_memory(const struct plan *p, size_t bytes);

void arrays_new(struct arrays *a, const struct plan *p, unsigned size, const struct contents *c);
/* Restores arrays that are updated in place, and fills outputs with the byte `poison` unless it is
 * negative. */
void arrays_restore(struct arrays *a, int poison);
void launch(cu_function f, const struct plan *p, struct arrays *a, unsigned v);
/* Copies the present contents of an argument's array, arg_bytes() bytes, to `to`. */
void array_fetch(const struct arrays *a, size_t arg, void *to);
/* The name of an argument whose array's guard was overwritten, or NULL. */
const char *arrays_overrun(const struct arrays *a);

#endif
