// All four parts of the header are there: which is which is sure. Its loop ends in front of the tile.
#include <cuda_pipeline_primitives.h>

#define EACH(begin, test, step) for (begin; test; step)

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_raw[2][256];
    auto &raw = kp_raw[0];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: raw in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_tile = tile;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
            sum += tile[63 - t];
            __syncthreads();
            int i = t;
            EACH(i = t, i < 128, i += 64)
            {
                scratch[i] = sum + i;
            }
            __syncthreads();
            sum += scratch[63 - t] + scratch[127 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
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
        auto &raw = kp_raw[0];
        for (int k = 0; k < n; k += 64) {
            tile[t] = x[k + t];
            __syncthreads();
            sum += tile[63 - t];
            __syncthreads();
            int i = t;
            EACH(i = t, i < 128, i += 64)
            {
                scratch[i] = sum + i;
            }
            __syncthreads();
            sum += scratch[63 - t] + scratch[127 - t];
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
