// kpipe: --stages 2
// Behind the loop warps read each other's parts: all have filled the same buffer last.
#include <cuda_pipeline_primitives.h>

__global__ void csr(int rows, const int *__restrict__ begins, const float *__restrict__ values,
                    const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ __align__(128) float kp_value[2][8][32];
    int own = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int row = blockIdx.x * 8 + own;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int j, int kp_stage) __attribute__((always_inline)) {
        auto &value = kp_value[kp_stage];
        __pipeline_memcpy_async(&value[own][lane], &values[j + lane], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int j, int kp_stage) __attribute__((always_inline)) {
        auto &value = kp_value[kp_stage];
        for (int i = 0; i < 32; i++)
            sum += value[own][i] * x[(j + i) * 32 + lane];
    };
    int kp_stage = 0;
    {
        int j = 0;
        if (j < rows) {
            kp_load(j, kp_stage);
            __pipeline_wait_prior(0);
            __syncwarp();
            int kp_j = j;
            for (j += 32; j < rows; j += 32) {
                kp_load(j, kp_stage ^ 1);
                kp_compute(kp_j, kp_stage);
                __pipeline_wait_prior(0);
                __syncwarp();
                kp_j = j;
                kp_stage ^= 1;
            }
            kp_compute(kp_j, kp_stage);
            __syncwarp();
        }
    }
    auto &value = kp_value[kp_stage];
    __syncthreads();
    y[row * 32 + lane] = sum + value[7 - own][lane];
}

void launch(int rows, int *begins, float *values, float *x, float *y)
{
    csr<<<rows / 8, 256>>>(rows, begins, values, x, y);
}
