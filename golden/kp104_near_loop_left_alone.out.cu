// The inner loop is left alone, and the outer one pipelined.
#include <cuda_pipeline_primitives.h>

__global__ void twice(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128], ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        // kpipe: off
        for (int j = 0; j < n; j += 128) {
            ws[t] = w[k * n + j + t];
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += ws[i] * xs[(i + t) % 128];
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
    y[t] = sum;
}
