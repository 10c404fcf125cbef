// kpipe: --variant cp-async
// Nothing puts another address than one of global memory into the table.
#include <cuda_pipeline_primitives.h>

__device__ const float *table[4];

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float own[512];
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    if (t == 0)
        table[0] = x;
    __syncthreads();
    const float *a = table[0];
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * own[j];
        if (k + 128 < 512)
            own[k + 128 + t] = sum;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
