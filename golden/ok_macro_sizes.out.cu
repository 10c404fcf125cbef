// Sizes from macros that are computed from other macros.
#include <cuda_pipeline_primitives.h>

#define WARPS 4
#define THREADS (WARPS * 32)
#define ROWS_PER_WARP 8
#define ROWS (WARPS * ROWS_PER_WARP)
#define PAD 1

__global__ void rows_dot(const float *__restrict__ A, const float *__restrict__ x,
                         float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_as[2][ROWS][32 + PAD + 3];
    __shared__ __align__(128) float kp_xs[2][32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sum[ROWS_PER_WARP] = {};

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == (THREADS) && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert((ROWS) == 32 && PAD == 1 && ROWS_PER_WARP == 8 && (THREADS) == 128 &&
                  WARPS == 4,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * (THREADS)) * 4;
                    __pipeline_memcpy_async(&as[i / 32][i % 32],
                                            &A[(blockIdx.x * ROWS + i / 32) * n + k + i % 32],
                                            sizeof(float4));
                }
            }
            if (threadIdx.x < 32)
                kp_r0 = x[k + threadIdx.x];
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &xs = kp_xs[kp_stage];
            for (int r = 0; r < ROWS_PER_WARP; ++r)
                sum[r] += as[warp * ROWS_PER_WARP + r][lane] * xs[lane];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            if (threadIdx.x < 32)
                xs[threadIdx.x] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 32; k < n; k += 32) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 32) {
            for (int i = threadIdx.x; i < ROWS * 32; i += THREADS)
                as[i / 32][i % 32] = A[(blockIdx.x * ROWS + i / 32) * n + k + i % 32];
            if (threadIdx.x < 32)
                xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int r = 0; r < ROWS_PER_WARP; ++r)
                sum[r] += as[warp * ROWS_PER_WARP + r][lane] * xs[lane];
            __syncthreads();
        }
    }
    for (int r = 0; r < ROWS_PER_WARP; ++r) {
        for (int m = 16; m > 0; m /= 2)
            sum[r] += __shfl_xor_sync(0xffffffff, sum[r], m);
        if (lane == 0)
            y[blockIdx.x * ROWS + warp * ROWS_PER_WARP + r] = sum[r];
    }
}
