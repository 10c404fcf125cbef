// kpipe: --stages 2 --variant cp-async
// The same, on the user's own wish.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ __align__(16) float kp_As[2][96][32];
    __shared__ __align__(128) float kp_Bs[2][32][64];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    const int row = blockIdx.y * 96 + ty, col = blockIdx.x * 64 + tx;
    float sum[12][2] = {};

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 32;
                const int tx = kp_x % 32;
                const int row = blockIdx.y * 96 + ty;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64) * 8; i < 96; i += 4 * 8) {
                    __pipeline_memcpy_async(&As[ty + i][tx], &A[(row + i) * K + k0 + tx],
                                            sizeof(float4));
                }
            }
            for (int i = 0; i < 32; i += 8)
                for (int j = 0; j < 64; j += 32)
                    __pipeline_memcpy_async(&Bs[ty + i][tx + j], &B[(k0 + ty + i) * N + col + j],
                                            sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < 32; ++k)
                for (int i = 0; i < 12; ++i)
                    for (int j = 0; j < 2; ++j)
                        sum[i][j] += As[ty + 8 * i][k] * Bs[k][tx + 32 * j];
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < K; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else {
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int k0 = 0; k0 < K; k0 += 32) {
            for (int i = 0; i < 96; i += 8)
                As[ty + i][tx] = A[(row + i) * K + k0 + tx];
            for (int i = 0; i < 32; i += 8)
                for (int j = 0; j < 64; j += 32)
                    Bs[ty + i][tx + j] = B[(k0 + ty + i) * N + col + j];
            __syncthreads();
            for (int k = 0; k < 32; ++k)
                for (int i = 0; i < 12; ++i)
                    for (int j = 0; j < 2; ++j)
                        sum[i][j] += As[ty + 8 * i][k] * Bs[k][tx + 32 * j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < 2; ++j)
            C[(row + 8 * i) * N + col + 32 * j] = sum[i][j];
}
