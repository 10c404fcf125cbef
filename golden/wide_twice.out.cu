// Where the vectors' conditions do not hold the loop runs as it was written, pragmas and all.
#include <cuda_pipeline_primitives.h>

__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    float acc = 0.0f;

// kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    const int from = k + t;
                    __pipeline_memcpy_async(&tile[t], &x[from], sizeof(float4));
                }
            } /* its
                                  copy */
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                acc += tile[j] * (j + 1);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
#pragma unroll 2
                for (k += 128; k < n; k += 128) { // a tile
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
#pragma unroll 2
        for (int k = 0; k < n; k += 128) { // a tile
            const int from = k + t;
            tile[t] = x[from]; /* its
                                  copy */
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                acc += tile[j] * (j + 1);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = acc;
}

void launch(const float *x, float *y, int n)
{
    sum<<<4, 128>>>(x, y, n);
}
