// The inner loop fills its own tile, but cannot be pipelined: the outer one is.
#include <cuda_pipeline_primitives.h>

__global__ void mixed(const float *__restrict__ x, const float *__restrict__ d, float *y, int n, int m)
{
    __shared__ __align__(128) float kp_xs[2][128], ds[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < m; j += 128) {
            ds[t] = d[j + t] + sum;
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += xs[(t + i) % 128] * ds[i];
            __syncthreads();
        }
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
            __syncthreads();
        }
    }
    y[t] = sum;
}
