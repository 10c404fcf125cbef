// Either way the pointer points into the tile.
#include <cuda_pipeline_primitives.h>

__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { __align__(16) float tile[513]; } kp_tile[2];
    auto &tile = kp_tile[0].tile;
    const int t = threadIdx.x;
    const float *p = t < 32 ? tile : &tile[1];
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_p = p;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage].tile;
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 32 * 4;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 32); i < 4; i += 4) {
                    __pipeline_memcpy_async(&tile[t + 128 * i], &x[k + t + 128 * i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto p = (decltype(kp_p))((char *)kp_p + kp_stage * sizeof(kp_tile[0]));
            for (int j = 0; j < 511; ++j)
                sum += p[j] * (j ^ t);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 512; k < n; k += 512) {
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
        auto &tile = kp_tile[0].tile;
        for (int k = 0; k < n; k += 512) {
            for (int i = 0; i < 4; ++i)
                tile[t + 128 * i] = x[k + t + 128 * i];
            __syncthreads();
            for (int j = 0; j < 511; ++j)
                sum += p[j] * (j ^ t);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
