// A pointer to an array has its name inside of its type.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](const float (*row)[128], int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &(*row)[t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](const float (*row)[128], int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (*row)[j];
    };
    {
        const float (*row)[128] = (const float (*)[128])x;
        if (row < (const float (*)[128])x + n) {
            int kp_stage = 0;
            kp_load(row, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            const float (*kp_row)[128] = row;
            for (++row; row < (const float (*)[128])x + n; ++row) {
                kp_load(row, kp_stage ^ 1);
                kp_compute(kp_row, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_row = row;
                kp_stage ^= 1;
            }
            kp_compute(kp_row, kp_stage);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
