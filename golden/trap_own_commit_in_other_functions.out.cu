// kpipe: --variant cp-async
// Another function calls what CUDA has of these names; nothing declares them again.
#include <cuda_pipeline_primitives.h>

__device__ void copy(float *to, const float *from, bool wait)
{
    __pipeline_memcpy_async(to, from, 4);
    if (wait)
        __pipeline_commit();
    else
        __pipeline_commit();
    __pipeline_wait_prior(0);
}

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[i + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
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
