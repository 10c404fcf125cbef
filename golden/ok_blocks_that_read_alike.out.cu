// Both phases begin with the same declaration, each in a block of its own.
#include <cuda_pipeline_primitives.h>

__global__ void transpose(const float *__restrict__ src, float *__restrict__ dst, int cols, int n)
{
    __shared__ __align__(128) float kp_tile[2][32][33];

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int c = threadIdx.x;
            for (int r = threadIdx.y; r < 32; r += 8)
                __pipeline_memcpy_async(&tile[r][c], &src[(i * 32 + r) * cols + c], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int c = threadIdx.x;
            for (int r = threadIdx.y; r < 32; r += 8)
                dst[(i * 32 + r) * cols + c] = tile[c][r];
        }
    };
    {
        int i = blockIdx.x;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_i = i;
            for (i += gridDim.x; i < n; i += gridDim.x) {
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
