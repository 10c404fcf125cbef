// One branch fills what the other does, by a loop of its own.
#include <cuda_pipeline_primitives.h>

__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ __align__(128) float kp_As[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        if (k % 256 == odd) {
            for (int i = t; i < 128; i += 64)
                __pipeline_memcpy_async(&As[i], &A[k + i], sizeof(float));
        } else {
            for (int i = t; i < 128; i += 64)
                As[i] = 0.0f;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += As[j];
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
    out[blockIdx.x * 64 + t] = sum;
}
