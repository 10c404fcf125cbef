// Tiles of 16 rows and 32 columns that nobody says: neither is constant, and
// The caller says them: sizes like others, which the kernel does not bear.
#include <cmath>
#include <cstdlib>
#include <cuda_pipeline_primitives.h>

__global__ void rows(const float *__restrict__ in, float *__restrict__ out, int n, int width, int tiles, int side)
{
    __shared__ __align__(16) float kp_tile[2][16][32];
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = (side) <= 2147483639 && blockDim.x == 64 && width % 4 == 0 &&
        reinterpret_cast<size_t>(in) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 16 * 4;
            #pragma unroll
                for (int r = (kp_x / 32) + static_cast<int>(kp_v / 16) * 2; r < side; r += 4 * 2) {
                    __pipeline_memcpy_async(&tile[r][kp_x % 32],
                                            &in[(t * side + r) * width + kp_x % 32], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int r = 0; r < side; ++r)
                sum += tile[r][threadIdx.x % 32] * (blockIdx.x + 1);
        };
        {
            int t = 0;
            if (t < tiles) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++t; t < tiles; ++t) {
                    kp_load(t, kp_stage ^ 1);
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
        for (int t = 0; t < tiles; ++t) {
            for (int r = threadIdx.x / 32; r < side; r += 2)
                tile[r][threadIdx.x % 32] = in[(t * side + r) * width + threadIdx.x % 32];
            __syncthreads();
            for (int r = 0; r < side; ++r)
                sum += tile[r][threadIdx.x % 32] * (blockIdx.x + 1);
            __syncthreads();
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *in, float *out, int n, int width, int side, int tiles)
{
    rows<<<n / 64, 64>>>(in, out, n, width, tiles, side);
}
