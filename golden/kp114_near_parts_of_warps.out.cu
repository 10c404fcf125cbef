// Each warp fills and reads a part of its own: the barriers of the warp are enough, and stay.
#include <cuda_pipeline_primitives.h>

#define WARPS 4
#define TILE 64

__global__ void rows_1d(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int K)
{
    __shared__ __align__(128) float kp_part[2][WARPS][TILE];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * WARPS + warp;
    float sum = 0.0f;

    static_assert(WARPS == 4 && TILE == 64,
                  "kpipe: WARPS or TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        __pipeline_memcpy_async(&part[warp][lane], &A[row * K + k + lane], sizeof(float));
        __pipeline_memcpy_async(&part[warp][lane + 32], &A[row * K + k + lane + 32], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int i = 0; i < TILE; i++)
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
            for (k += TILE; k < K; k += TILE) {
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
    rows_1d<<<rows / WARPS, 32 * WARPS>>>(A, x, y, K);
}
