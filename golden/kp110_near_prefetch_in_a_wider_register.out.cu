// kpipe: --prefetch replace
// As a long long an int keeps its bits.
#include <cuda_pipeline_primitives.h>

#define BK 16
__global__ void gemm(const int *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) int kp_As[2][16][16];
    __shared__ __align__(16) float kp_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0.0f;

    __syncthreads();
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BK == 16, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        const int ty = kp_y;
                        const int tx = kp_x;
                        const int row = blockIdx.y * 16 + ty;
                        __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(uint4));
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        const int ty = kp_y;
                        const int tx = kp_x;
                        const int col = blockIdx.x * 16 + tx;
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int j = 0; j < BK; ++j)
                sum += As[ty][j] * Bs[j][tx];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += BK; k < K; k += BK) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        long long a;
        float b;
        a = A[row * K + tx];
        b = B[ty * N + col];
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();
        for (int k = 0; k < K; k += BK) {
            if (k + BK < K) {
                a = A[row * K + k + BK + tx];
                b = B[(k + BK + ty) * N + col];
            }
            for (int j = 0; j < BK; ++j)
                sum += As[ty][j] * Bs[j][tx];
            __syncthreads();
            if (k + BK < K) {
                As[ty][tx] = a;
                Bs[ty][tx] = b;
                __syncthreads();
            }
        }
    }
    C[row * N + col] = sum;
}
