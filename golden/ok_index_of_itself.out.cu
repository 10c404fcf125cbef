// t has no value that could be followed (nvcc warns); the loop's form is what matters.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = t;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 4; i++)
            __pipeline_memcpy_async(&As[t + i * 128], &A[k0 + t + i * 128], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 16; i++)
            sum += As[(i * 33 + t * 5) % 512];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 512; k0 < n; k0 += 512) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
