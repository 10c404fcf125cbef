// -DTILE=64 makes another length of the tile: what the loop was made for is asserted.
#include <cuda_pipeline_primitives.h>

#ifndef TILE
#define TILE 128
#endif
constexpr int LENGTH = TILE;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(float[LENGTH])) <= 48896 ? 2 : 1;
    __shared__ __align__(16) float kp_xs[kp_stages][LENGTH];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(LENGTH == 128 && (TILE) == 128,
                  "kpipe: LENGTH or TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const int i = t * 4;
                if (i < 128 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&xs[i % LENGTH], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j & 7);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += LENGTH; k < n; k += LENGTH) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += LENGTH) {
            for (int i = t; i < 128; i += 128)
                xs[i % LENGTH] = x[k + i];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += xs[j] * (j & 7);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
