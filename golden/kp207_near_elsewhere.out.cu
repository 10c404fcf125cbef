// Only the warp-synchronous reduction behind the loop is volatile.
#include <cuda_pipeline_primitives.h>

__global__ void dot(const float *__restrict__ x, const float *__restrict__ w,
                    float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_ws[2][128];
    __shared__ volatile float part[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        __pipeline_memcpy_async(&ws[t], &w[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
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
    part[t] = sum;
    __syncthreads();
    if (t < 64)
        part[t] = part[t] + part[t + 64];
    __syncthreads();
    if (t == 0) {
        sum = 0.0f;
        for (int j = 0; j < 64; ++j)
            sum += part[j];
        y[blockIdx.x] = sum;
    }
}
