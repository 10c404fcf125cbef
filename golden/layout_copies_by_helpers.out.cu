// kpipe: --layout auto
// Rows get longer behind the inlined copies as well.
#include <cuda_pipeline_primitives.h>

#define D 32
#define ROWS 32
#define KEYS 32

__device__ __forceinline__ void load_rows(float (&to)[ROWS][D], const float *from)
{
    for (int i = 0; i < ROWS * D / 256; ++i) {
        const int r = (threadIdx.x + i * 256) / D, c = (threadIdx.x + i * 256) % D;
        to[r][c] = from[r * D + c];
    }
}

__global__ void __launch_bounds__(256)
    most_alike(const float *__restrict__ Q, const float *__restrict__ K, float *__restrict__ best, int n)
{
    __shared__ float Qs[ROWS][D];
    // kpipe 0.1.0: layout: rows of Ks have 4 elements more (revert this change to undo)
    __shared__ __align__(16) float kp_Ks[2][KEYS][D + 4];
    const int row = threadIdx.x / 8, eighth = threadIdx.x % 8;
    float most = -1e30f;

    load_rows(Qs, Q + (size_t)blockIdx.x * ROWS * D);
    // kpipe: Ks in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(K) % 16 == 0;
    static_assert(ROWS == 32 && D == 32 && KEYS == 32,
                  "kpipe: ROWS, D or KEYS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Ks = kp_Ks[kp_stage];
            { // load_rows(), inlined
                auto &to = Ks;
                const float *from = K + (size_t)k * D;
                {
                    const unsigned int kp_v = threadIdx.x;
                    const unsigned int kp_x = kp_v % 64 * 4;
                #pragma unroll
                    for (int i = static_cast<int>(kp_v / 64); i < ROWS * D / 256; i += 4) {
                        const int r = (kp_x + i * 256) / D, c = (kp_x + i * 256) % D;
                        __pipeline_memcpy_async(&to[r][c], &from[r * D + c], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &Ks = kp_Ks[kp_stage];
            for (int j = eighth; j < KEYS; j += 8) {
                float dot = 0.0f;

                for (int d = 0; d < D; ++d)
                    dot += Qs[row][d] * Ks[j][d];
                most = fmaxf(most, dot);
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += KEYS; k < n; k += KEYS) {
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
        auto &Ks = kp_Ks[0];
        for (int k = 0; k < n; k += KEYS) {
            { // load_rows(), inlined
                auto &to = Ks;
                const float *from = K + (size_t)k * D;
                for (int i = 0; i < ROWS * D / 256; ++i) {
                    const int r = (threadIdx.x + i * 256) / D, c = (threadIdx.x + i * 256) % D;
                    to[r][c] = from[r * D + c];
                }
            }
            __syncthreads();
            for (int j = eighth; j < KEYS; j += 8) {
                float dot = 0.0f;

                for (int d = 0; d < D; ++d)
                    dot += Qs[row][d] * Ks[j][d];
                most = fmaxf(most, dot);
            }
            __syncthreads();
        }
    }
    best[(blockIdx.x * ROWS + row) * 8 + eighth] = most;
}

void run(const float *Q, const float *K, float *best, int queries, int keys, cudaStream_t stream)
{
    most_alike<<<queries / ROWS, 256, 0, stream>>>(Q, K, best, keys);
}
