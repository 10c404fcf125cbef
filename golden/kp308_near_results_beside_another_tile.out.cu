// One array is no tile, as compute writes it, too; the other one is: it has its stages.
#include <cuda_pipeline_primitives.h>

__global__ void beside(const float *__restrict__ x, const float4 *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float a[128];
    __shared__ __align__(128) float4 kp_b[2][512];
    const int t = threadIdx.x;
    float v = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &b = kp_b[kp_stage];
        for (int j = 0; j < 4; ++j)
            __pipeline_memcpy_async(&b[t + j * 128], &z[i * 4 + t + j * 128], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &b = kp_b[kp_stage];
        a[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v += a[j] * (b[j].x - b[j * 4 + 3].y);
        __syncthreads();
        a[127 - t] = v;
        __syncthreads();
        y[i + t] = a[t];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
