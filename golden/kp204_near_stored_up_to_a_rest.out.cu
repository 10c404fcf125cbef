// Each side of the smaller one of two numbers bounds it, also where the other one may be below zero.
#include <cuda_pipeline_primitives.h>

__global__ void rows(const float *A, float *C, int n)
{
    __shared__ __align__(128) float kp_tile[2][16][64];
    const int t = threadIdx.x, r = threadIdx.y, b = blockIdx.x;

    if (b < n)
    {
        // kpipe: pipelined where these hold, else the loop as written
        auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                        const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
            return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                    reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
        };
        const bool kp_apart =
            size_t(blockIdx.x) <= 2147483647 &&
            kp_clear(A, 0, 2048LL * blockDim.y + 252LL,
                    C, 0, 256LL * blockDim.y);
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        if (kp_apart) {
            auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
                auto &tile = kp_tile[kp_stage];
                for (int c = t; c < 64; c += 16)
                    __pipeline_memcpy_async(&tile[r][c], &A[r * 512 + k + c], sizeof(float));
                __pipeline_commit();
            };
            auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
                auto &tile = kp_tile[kp_stage];
                for (int d = t; d < (n - 64 * b < 64 ? n - 64 * b : 64); d += 16)
                    for (int c = 0; c < 64; c++)
                        C[r * 64 + d] += tile[r][c] * d;
            };
            {
                int k = 0;
                if (k < 512) {
                    int kp_stage = 0;
                    kp_load(k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    for (k += 64; k < 512; k += 64) {
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
            auto &tile = kp_tile[0];
            for (int k = 0; k < 512; k += 64) {
                for (int c = t; c < 64; c += 16)
                    tile[r][c] = A[r * 512 + k + c];
                __syncthreads();
                for (int d = t; d < (n - 64 * b < 64 ? n - 64 * b : 64); d += 16)
                    for (int c = 0; c < 64; c++)
                        C[r * 64 + d] += tile[r][c] * d;
                __syncthreads();
            }
        }
    }
}
