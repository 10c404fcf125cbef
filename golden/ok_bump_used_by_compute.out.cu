// Compute reads the pointer that the load phase has moved: it must see the value of its own
// iteration.
#include <cuda_pipeline_primitives.h>

__global__ void weighted(const float *__restrict__ x, const float *__restrict__ w,
                         float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    const float *src = x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[t], &src[t], sizeof(float));
        src += 128;
        __pipeline_commit();
    };
    auto kp_compute = [&](const float *src, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * w[(src - x) + j - 128 + t % 2];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            const float *kp_src = src;
            for (k += 128; k < n; k += 128) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_src, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_src = src;
                kp_stage ^= 1;
            }
            kp_compute(kp_src, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
