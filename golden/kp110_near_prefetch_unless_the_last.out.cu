// kpipe: --prefetch replace
// The guards ask whether it is the last one, in two forms.
#include <cuda_pipeline_primitives.h>

#define BK 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][16][16];
    __shared__ __align__(16) float kp_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    const int tiles = K / BK;
    float sum = 0.0f, a, b;

    __syncthreads();
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(BK == 16, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
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
                        __pipeline_memcpy_async(&As[ty][tx], &A[row * K + t * BK + tx], sizeof(float4));
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        const int ty = kp_y;
                        const int tx = kp_x;
                        const int col = blockIdx.x * 16 + tx;
                        __pipeline_memcpy_async(&Bs[ty][tx], &B[(t * BK + ty) * N + col],
                                                sizeof(float4));
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
            int t = 0;
            if (t < tiles) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++t; t < tiles; ++t) {
                    kp_load(t, kp_stage ^ 1);
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
        As[ty][tx] = A[row * K + tx];
        Bs[ty][tx] = B[ty * N + col];
        __syncthreads();
        for (int t = 0; t < tiles; ++t) {
            if (t + 1 != tiles) {
                a = A[row * K + (t + 1) * BK + tx];
                b = B[((t + 1) * BK + ty) * N + col];
            }
            for (int j = 0; j < BK; ++j)
                sum += As[ty][j] * Bs[j][tx];
            __syncthreads();
            if (tiles - 1 > t) {
                As[ty][tx] = a;
                Bs[ty][tx] = b;
                __syncthreads();
            }
        }
    }
    C[row * N + col] = sum;
}
