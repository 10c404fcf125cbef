// What the kernels of this folder share: the signature, and checks that note the first failure.
#pragma once
#include <stdint.h>

#define KERNEL(name)                                                                               \
    static __device__ void body_##name(uint32_t *out, const uint32_t *in, unsigned tid,            \
                                       unsigned *failed);                                          \
    extern "C" __global__ void name(uint32_t *out, const uint32_t *in)                             \
    {                                                                                              \
        unsigned failed = 0, tid = blockIdx.x * blockDim.x + threadIdx.x;                          \
        body_##name(out, in, tid, &failed);                                                        \
        out[tid] = failed;                                                                         \
    }                                                                                              \
    static __device__ void body_##name(uint32_t *out, const uint32_t *in, unsigned tid,            \
                                       unsigned *failed)

#define need(n, yes)                                                                               \
    do {                                                                                           \
        if (!(yes) && !*failed)                                                                    \
            *failed = (n);                                                                         \
    } while (0)
#define same(n, a, b) need(n, (int)(a) == (int)(b))
#define within(n, a, b, e) need(n, fabs((double)(a) - (double)(b)) <= (e) * (1 + fabs((double)(b))))
#define near(n, a, b) within(n, a, b, 1e-5)
#define roughly(n, a, b) within(n, a, b, 1e-2)
#define exact(n, a, b) within(n, a, b, 1e-12)

static __device__ __forceinline__ int *new_int()
{
    __shared__ int trash[64];
    return &trash[threadIdx.x];
}

static __device__ __forceinline__ bool *new_bool()
{
    __shared__ bool trash[64];
    return &trash[threadIdx.x];
}
