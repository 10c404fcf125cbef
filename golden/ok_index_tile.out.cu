// The indices of the second array stand in the first one: only the indices are a tile.
#include <cuda_pipeline_primitives.h>

__global__ void two_level(const float *__restrict__ x, const int *__restrict__ list,
                          float *__restrict__ out, int n)
{
    __shared__ __align__(128) int kp_rows[2][32];
    __shared__ float tile[32][129];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage];
        if (t < 32)
            __pipeline_memcpy_async(&rows[t], &list[i + t], sizeof(int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage];
        for (int r = 0; r < 32; ++r)
            tile[r][t] = x[rows[r] * 128 + t];
        __syncthreads();
        for (int r = 0; r < 32; ++r)
            sum += tile[r][(t + r) % 128];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 32; i < n; i += 32) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
