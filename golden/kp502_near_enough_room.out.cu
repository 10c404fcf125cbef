// 6 KB per block: the six blocks that 256 threads allow still fit with two buffers.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256)
    matmul(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N,
           int K)
{
    __shared__ __align__(16) float kp_As[2][32][16];
    __shared__ __align__(16) float kp_Bs[2][16][64];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 64 + tx;
    float sum[2][4] = {};

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 16;
                const int tx = kp_x % 16;
                const int row = blockIdx.y * 32 + ty;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 2; i += 4) {
                    __pipeline_memcpy_async(&As[ty + 16 * i][tx], &A[(row + 16 * i) * K + k0 + tx],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 4;
                const int ty = kp_x / 16;
                const int tx = kp_x % 16;
                const int col = blockIdx.x * 64 + tx;
            #pragma unroll
                for (int j = static_cast<int>(kp_v / 64); j < 4; j += 4) {
                    __pipeline_memcpy_async(&Bs[ty][tx + 16 * j], &B[(k0 + ty) * N + col + 16 * j],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < 16; ++k)
                for (int i = 0; i < 2; ++i)
                    for (int j = 0; j < 4; ++j)
                        sum[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
        };
        {
            int k0 = 0;
            if (k0 < K) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 16; k0 < K; k0 += 16) {
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
        for (int k0 = 0; k0 < K; k0 += 16) {
            for (int i = 0; i < 2; ++i)
                As[ty + 16 * i][tx] = A[(row + 16 * i) * K + k0 + tx];
            for (int j = 0; j < 4; ++j)
                Bs[ty][tx + 16 * j] = B[(k0 + ty) * N + col + 16 * j];
            __syncthreads();
            for (int k = 0; k < 16; ++k)
                for (int i = 0; i < 2; ++i)
                    for (int j = 0; j < 4; ++j)
                        sum[i][j] += As[ty + 16 * i][k] * Bs[k][tx + 16 * j];
            __syncthreads();
        }
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
            C[(row + 16 * i) * N + col + 16 * j] = sum[i][j];
}
