// The keywords are in the macros of a header alone, one of them in a macro of a macro.
#include "builds/keywords.h"
#include <cuda_pipeline_primitives.h>

GLOBAL_KERNEL void gemv(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ y, int n)
{
    __align__(128) LOCAL_MEMORY float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * w[(k + j) * 128 + t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
