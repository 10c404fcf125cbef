// kpipe: --arch sm_90
// Another build may have other threads, columns and rows: it has to hear that this text was made for these.
#include <cuda_pipeline_primitives.h>

#ifndef THREADS
#define THREADS 256
#endif
#ifdef WIDE
#define COLUMNS 64
#else
#define COLUMNS 32
#endif
#define ROWS (THREADS / 4)
#define SCALE 2
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define UNROLL 8
#else
#define UNROLL 4
#endif

__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[ROWS][COLUMNS])) <= 48896 ? 2 : 1;
    __shared__ __align__(16) float kp_s[kp_stages][ROWS][COLUMNS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == THREADS && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert((ROWS) == 64 && COLUMNS == 32 && THREADS == 256 && SCALE == 2,
                  "kpipe: ROWS, COLUMNS, THREADS or SCALE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (t + kp_v * THREADS) * 4;
                    __pipeline_memcpy_async(&s[i / COLUMNS][i % COLUMNS],
                                            &A[(blockIdx.x * ROWS + i / COLUMNS) * n + k + i % COLUMNS],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
#pragma unroll UNROLL
            for (int j = 0; j < COLUMNS; ++j)
                sum += s[t % ROWS][j] * SCALE + UNROLL * 0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += COLUMNS; k < n; k += COLUMNS) {
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
    } else {
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += COLUMNS) {
            for (int i = t; i < ROWS * COLUMNS; i += THREADS)
                s[i / COLUMNS][i % COLUMNS] = A[(blockIdx.x * ROWS + i / COLUMNS) * n + k + i % COLUMNS];
            __syncthreads();
#pragma unroll UNROLL
            for (int j = 0; j < COLUMNS; ++j)
                sum += s[t % ROWS][j] * SCALE + UNROLL * 0;
            __syncthreads();
        }
    }
    out[blockIdx.x * THREADS + t] = sum;
}
