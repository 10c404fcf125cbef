// The first loop is pipelined by hand, the second one is not.
#include <cuda_pipeline.h>

__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    __shared__ __align__(128) float kp_ws[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int buf = 0;

    __pipeline_memcpy_async(&xs[0][t], &x[t], sizeof(float));
    __pipeline_commit();
    for (int k = 0; k < n; k += 128) {
        if (k + 128 < n)
            __pipeline_memcpy_async(&xs[buf ^ 1][t], &x[k + 128 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[buf][j] * (j ^ t);
        __syncthreads();
        buf ^= 1;
    }
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = w[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += ws[j] * (j - t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        ws[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
