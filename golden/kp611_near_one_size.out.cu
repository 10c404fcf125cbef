// kpipe: --from kp611_near_one_size.a.inc --from kp611_near_one_size.b.inc
#include <cuda_pipeline_primitives.h>

#ifndef SIZE
#define SIZE 32
#endif

__global__ __launch_bounds__(1024) void gemm(const float *A, const float *B, float *C, int K)
{
    constexpr int kp_stages = 2 * (sizeof(float[SIZE][SIZE]) + sizeof(float[SIZE][SIZE])) <= 48640 ? 2 : 1;
    __shared__ __align__(16) float kp_As[kp_stages][SIZE][SIZE], kp_As_Bs[kp_stages][SIZE][SIZE];
    float acc = 0;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && K % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(SIZE == 32, "kpipe: SIZE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    __pipeline_memcpy_async(&As[kp_y][kp_x], &A[kp_y * K + k + kp_x], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    __pipeline_memcpy_async(&Bs[kp_y][kp_x], &B[(k + kp_y) * SIZE + kp_x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int i = 0; i < SIZE; i++)
                acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += SIZE; k < K; k += SIZE) {
                    if (kp_stages > 1)
                        kp_load(k, kp_stage ^ (kp_stages - 1));
                    kp_compute(kp_stage);
                    if (kp_stages == 1) {
                        __syncthreads();
                        kp_load(k, kp_stage);
                    }
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= kp_stages - 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < K; k += SIZE) {
            As[threadIdx.y][threadIdx.x] = A[threadIdx.y * K + k + threadIdx.x];
            Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * SIZE + threadIdx.x];
            __syncthreads();
            for (int i = 0; i < SIZE; i++)
                acc += As[threadIdx.y][i] * Bs[i][threadIdx.x];
            __syncthreads();
        }
    }
    C[threadIdx.y * SIZE + threadIdx.x] = acc;
}
