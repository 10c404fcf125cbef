// Two stages of both tiles would cost a block per SM. One of them has two, the other one keeps one.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
            int K)
{
    __shared__ __align__(128) float kp_As[2][32][32];
    __shared__ float Bs[32][32];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum[2][2] = {};

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    float kp_r0[2 * 2];
    auto kp_fetch = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                __pipeline_memcpy_async(&As[ty + 16 * i][tx + 16 * j],
                                        &A[(row + ty + 16 * i) * K + k0 + tx + 16 * j],
                                        sizeof(float));
                kp_r0[i * 2 + j] = B[(k0 + ty + 16 * i) * N + col + tx + 16 * j];
            }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int k = 0; k < 32; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    sum[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 2; ++i)
            #pragma unroll
            for (int j = 0; j < 2; ++j) {
                Bs[ty + 16 * i][tx + 16 * j] = kp_r0[i * 2 + j];
            }
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
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + ty + 16 * i) * N + col + tx + 16 * j] = sum[i][j];
}

void launch_product(const float *A, const float *B, float *C, int M, int N, int K)
{
    product<<<dim3(N / 32, M / 32), 256>>>(A, B, C, N, K);
}
