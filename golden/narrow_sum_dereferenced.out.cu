#include <cuda_pipeline_primitives.h>

__global__ void sums(const float *A, float *out, int n)
{
    __shared__ __align__(128) float kp_tile[2][8][128];
    float sum = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = threadIdx.x; i < 1024; i += blockDim.x)
            __pipeline_memcpy_async(&tile[i / 128][i % 128], A + k * 1023 + i, sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 8; i++)
            sum += tile[i][threadIdx.x];
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
    out[threadIdx.x] = sum;
}
