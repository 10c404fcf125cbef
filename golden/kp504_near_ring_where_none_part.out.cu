// kpipe: --shape ring --variant cp-async
// All threads come to the loop, or none does.
#include <cuda_pipeline_primitives.h>

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    float sum = 0.0f;

    if (n > 0) {
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            if (k < n) {
                __pipeline_memcpy_async(&s[threadIdx.x], &x[k + threadIdx.x], sizeof(float));
                k += 64;
            }
            __pipeline_commit();
        };
        __syncthreads();
        kp_load(0);
        int kp_stage = 0, kp_next = 1;
        for (int k = 0; k < n; k += 64) {
            __pipeline_wait_prior(0);
            __syncthreads();
            kp_load(kp_next);
            auto &s = kp_s[kp_stage];
            kp_next = kp_stage;
            kp_stage ^= 1;
            for (int j = 0; j < 64; ++j)
                sum += s[j];
        }
    }
    y[threadIdx.x] = sum;
}
