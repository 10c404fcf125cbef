// Beside its part of the tile each warp has one for what its lanes exchange.
#include <cuda_pipeline_primitives.h>

__global__ void scratch(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    __shared__ __align__(128) float kp_tile[2][4][64], part[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[warp][lane], &A[row * K + k + lane], sizeof(float));
        __pipeline_memcpy_async(&tile[warp][lane + 32], &A[row * K + k + lane + 32], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        float s = 0;
        for (int i = 0; i < 64; i++)
            s += tile[warp][(i + lane) % 64] * x[(k + i) * 32 + lane];
        part[warp][lane] = s;
        __syncwarp();
        sum += part[warp][31 - lane];
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
void launch(const float *A, const float *x, float *y, int rows, int K) { scratch<<<rows / 4, 128>>>(A, x, y, K); }
