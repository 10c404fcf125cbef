#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *A, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][8][128];
    float sum = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](const float *a, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = threadIdx.x; i < 1024; i += blockDim.x)
            __pipeline_memcpy_async(&tile[i / 128][i % 128], &a[i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 8; i++)
            sum += tile[i][threadIdx.x];
    };
    {
        const float *a = A;
        if (a < A + n * 1023) {
            int kp_stage = 0;
            kp_load(a, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (a += 1023; a < A + n * 1023; a += 1023) {
                kp_load(a, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[threadIdx.x] = sum;
}
