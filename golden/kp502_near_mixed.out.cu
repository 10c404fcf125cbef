// 20 KB per block of 64 threads: four blocks, eight warps. Two stages of both tiles would leave two blocks,
// which is too few warps; two of the small tile cost nothing.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
            int K)
{
    __shared__ __align__(128) float kp_As[2][8][32];
    __shared__ float Bs[32][152];
    const int t = threadIdx.x;
    const int row = blockIdx.y * 8, col = blockIdx.x * 152;
    float sum[8][2] = {};

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[76];
    auto kp_fetch = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = t; i < 8 * 32; i += 64)
            __pipeline_memcpy_async(&As[i / 32][i % 32], &A[(row + i / 32) * K + k0 + i % 32],
                                    sizeof(float));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 76; i += 64, ++kp_i)
            if (i < 32 * 152)
                kp_r0[kp_i] = B[(k0 + i / 152) * N + col + i % 152];
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 8; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[i][k] * Bs[k][t + 64 * j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 76; i += 64, ++kp_i)
            if (i < 32 * 152)
                Bs[i / 152][i % 152] = kp_r0[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0, kp_stage);
            kp_store();
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 32; k0 < K; k0 += 32) {
                kp_fetch(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __syncthreads();
                kp_store();
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + i) * N + col + t + 64 * j] = sum[i][j];
}

void launch_product(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 152, M / 8), 64>>>(A, B, C, N, K);
}
