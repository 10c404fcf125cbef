// Registers declared in front of the loop that a float4 goes through on its way into a turned tile: they
// may be what the tile before has left, so kp_store alone has them.
#include <cuda_pipeline_primitives.h>

__global__ void turned(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K)
{
    __shared__ __align__(16) float kp_As[2][8 * 128];
    __shared__ __align__(16) float kp_Bs[2][8 * 128];
    const int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 * 8;
    const int row = threadIdx.x / 2, col = threadIdx.x % 2 * 4;
    alignas(16) float turn[4] = {0.0f};
    float acc[8][8] = {};

    A += blockIdx.y * 128 * K;
    B += blockIdx.x * 128;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int kp_stage) __attribute__((always_inline)) {
        auto &Bs = kp_Bs[kp_stage];
        kp_r0 = reinterpret_cast<const float4 *>(&A[row * K + col])[0];
        __pipeline_memcpy_async(&reinterpret_cast<float4 *>(&Bs[threadIdx.x * 4])[0],
                                &reinterpret_cast<const float4 *>(&B[threadIdx.x / 32 * gridDim.x * 128 + threadIdx.x % 32 * 4])[0],
                                sizeof(float4));
        A += 8;
        B += 8 * gridDim.x * 128;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < 8; i++)
            for (int m = 0; m < 8; m++)
                for (int n = 0; n < 8; n++)
                    acc[m][n] += As[i * 128 + ty + m] * Bs[i * 128 + tx + n];
    };
    auto kp_store2 = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        reinterpret_cast<float4 *>(turn)[0] = kp_r0;
        As[col * 128 + row] = turn[0];
        As[(col + 1) * 128 + row] = turn[1];
        As[(col + 2) * 128 + row] = turn[2];
        As[(col + 3) * 128 + row] = turn[3];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(kp_stage);
            kp_store2(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 8; k < K; k += 8) {
                kp_fetch(kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store2(kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int m = 0; m < 8; m++)
        for (int n = 0; n < 8; n++)
            C[(blockIdx.y * 128 + ty + m) * gridDim.x * 128 + blockIdx.x * 128 + tx + n] = acc[m][n];
}
