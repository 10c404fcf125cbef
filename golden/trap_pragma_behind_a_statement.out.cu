// The main loop's pragma stands behind another statement, that of copies in front of one.
#include <cuda_pipeline_primitives.h>

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][256];
    const int t = threadIdx.x;
    float sum;

    sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        _Pragma("unroll 2") for (int j = t; j < 256; j += 64) __pipeline_memcpy_async(&a[j], &x[i + j], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        sum += 1.0f;
        _Pragma("unroll 8") for (int j = 0; j < 256; ++j) sum += a[j];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            _Pragma("unroll 1")
            /* one at a time */
            for (i += 256; i < n; i += 256) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    k<<<1, 64>>>(x, y, n);
}
