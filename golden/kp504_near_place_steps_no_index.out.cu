// kpipe: --variant cp-async
// .. of nothing that the source is made of.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    const int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        int j = 0;
        __pipeline_memcpy_async(&s[(j++, t)], &A[k * 512 + t + 0], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[255 - t];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = acc;
}
