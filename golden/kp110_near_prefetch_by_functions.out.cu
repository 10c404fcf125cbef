// kpipe: --prefetch replace
// Functions load into registers and store from them.
#include <cuda_pipeline_primitives.h>

#define TILE 16
__device__ void load_global(float &a, float &b, const float *__restrict__ A, const float *__restrict__ B, int row, int col, int k, int N, int K)
{
    a = A[row * K + k + threadIdx.x];
    b = B[(k + threadIdx.y) * N + col];
}

__device__ void store_shared(float (*As)[TILE], float (*Bs)[TILE], float a, float b)
{
    As[threadIdx.y][threadIdx.x] = a;
    Bs[threadIdx.y][threadIdx.x] = b;
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K)
{
    __shared__ __align__(16) float kp_As[2][TILE][TILE];
    __shared__ __align__(16) float kp_Bs[2][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f, a, b;

    __syncthreads();
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == TILE && blockDim.y == TILE && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && N % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                { // store_shared(), inlined
                    {
                        const unsigned int kp_v = threadIdx.y * TILE + threadIdx.x;
                        if (kp_v < 64 && __activemask()) { // true: to keep a branch
                            const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                            const int ty = kp_y;
                            const int row = blockIdx.y * TILE + ty;
                            __pipeline_memcpy_async(&As[kp_y][kp_x], &A[row * K + (k) + kp_x],
                                                    sizeof(float4));
                        }
                    }
                    {
                        const unsigned int kp_v = threadIdx.y * TILE + threadIdx.x;
                        if (kp_v < 64 && __activemask()) { // true: to keep a branch
                            const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                            const int tx = kp_x;
                            const int col = blockIdx.x * TILE + tx;
                            __pipeline_memcpy_async(&Bs[kp_y][kp_x], &B[((k) + kp_y) * N + col],
                                                    sizeof(float4));
                        }
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int j = 0; j < TILE; ++j)
                sum += As[ty][j] * Bs[j][tx];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < K; k += TILE) {
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
        load_global(a, b, A, B, row, col, 0, N, K);
        store_shared(As, Bs, a, b);
        __syncthreads();
        for (int k = 0; k < K; k += TILE) {
            if (k + TILE < K)
                load_global(a, b, A, B, row, col, k + TILE, N, K);
            for (int j = 0; j < TILE; ++j)
                sum += As[ty][j] * Bs[j][tx];
            __syncthreads();
            if (k + TILE < K) {
                store_shared(As, Bs, a, b);
                __syncthreads();
            }
        }
    }
    C[row * N + col] = sum;
}
