// A loop that waits by a function is no block of its own: what it sets in front of the fill, compute reads.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ void wait()
{
    __syncthreads();
}

__device__ __forceinline__ void wait_again()
{
    wait();
}

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    int at, i;
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        at = k * 3 + t;
        for (i = 0; i < 2; i++)
            __pipeline_memcpy_async(&tile[t + i * 128], &x[at + i * 128], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        at = k * 3 + t;
        for (i = 1; i < 4; i++)
            sum = sum * 0.5f + tile[t ^ i] * (float)at;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
