// The copy loop steps its counter, and its body the other index.
#include <cuda_pipeline_primitives.h>

__global__ void bins(const float *__restrict__ x, const int *__restrict__ bin,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][512];
    const int t = threadIdx.x;
    int at = t / 16;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 4; i++) {
            __pipeline_memcpy_async(&xs[i * 128 + t], &x[bin[at] * 16 + t % 16], sizeof(float));
            at += 8;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int i = 0; i < 512; i++)
            sum += xs[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_load(kp_stage ^ 1);
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
