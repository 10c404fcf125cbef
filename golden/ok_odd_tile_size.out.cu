// 532 bytes per tile, 16-byte copies: the second stage must not start at byte 532.
#include <cuda_pipeline_primitives.h>

__global__ void shifted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { __align__(16) float xs[133]; } kp_xs[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        if (t < 32)
            __pipeline_memcpy_async(&xs[t * 4], &x[k + t * 4], sizeof(float4));
        else if (t < 37)
            __pipeline_memcpy_async(&xs[96 + t], &x[k + 96 + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 5; ++j)
            sum += xs[t + j] * j;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
