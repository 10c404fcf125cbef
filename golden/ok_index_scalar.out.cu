// One thread looks the row up, all threads load it.
#include <cuda_pipeline_primitives.h>

__global__ void gather_sum(const float *__restrict__ x, const int *__restrict__ list,
                           float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ struct alignas(128) { int row; } kp_row[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage].row;
        if (t == 0)
            __pipeline_memcpy_async(&row, &list[i], sizeof(int));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage].row;
        tile[t] = x[row * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (++i; i < n; ++i) {
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
