// Both loops count by one variable, and fill a row each.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) rows(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][2][512];
    int t = threadIdx.x, i;
    float acc = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (i = 0; i < 4; ++i)
            __pipeline_memcpy_async(&s[0][i * 128 + t], &A[k + t], sizeof(float));
        for (i = 0; i < 4; ++i)
            __pipeline_memcpy_async(&s[1][i * 128 + t], &B[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            acc += s[j & 1][j * 4 + (t & 3)] * j;
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
    C[blockIdx.x * 128 + t] = acc + i;
}
