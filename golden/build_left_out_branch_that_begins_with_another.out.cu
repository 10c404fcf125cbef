// The header's outer branch is not taken, and it begins with another one: the #error stops the builds that take the
// outer one.
#include <cuda_fp16.h>

#include "builds/rocm_half.h"

__global__ void row_sums(const half *__restrict__ a, half *out, int n)
{
    __shared__ struct alignas(128) { half tile[32]; } kp_tile[2];
    half sum = 0;

    #if defined(USE_ROCM)
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    half kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            sum = __hadd(sum, tile[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 32; i < n; i += 32) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    atomicAdd(out + threadIdx.x, sum);
}
