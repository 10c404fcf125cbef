// Asynchronous copies that the warp waits for at once.
#include <cuda_pipeline_primitives.h>
__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ __align__(128) float kp_part[2][4][64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        __pipeline_memcpy_async(&part[warp][lane], &A[row * K + k + lane], 4);
        __pipeline_memcpy_async(&part[warp][lane + 32], &A[row * K + k + lane + 32], 4);
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int i = 0; i < 64; i++)
            sum += part[warp][i] * x[(k + i) * 32 + lane];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncwarp();
            int kp_k = k;
            for (k += 64; k < K; k += 64) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_k, kp_stage);
                __pipeline_wait_prior(0);
                __syncwarp();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncwarp();
        }
    }
    y[row * 32 + lane] = sum;
}
void launch(const float *A, const float *x, float *y, int rows, int K)
{
    rows_1d<<<rows / 4, 128>>>(A, x, y, K);
}
