// Closures of compute that read the tile, and that write to scratch beside it.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(128) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][128], scratch[128];
    const int t = threadIdx.x;
    float sum = 0;
    int k = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && k % 4 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
                }
            }
            k += 128;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            auto at = [&](int j) { return tile[j]; };
            auto keep = [&](int j, float v) { scratch[j] = v; };
            for (int j = 0; j < 128; ++j)
                sum = sum * 0.5f + tile[j];
            sum += at(t ^ 1);
            keep(t, sum);
            __syncthreads();
            sum += scratch[127 - t];
        };
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            while (k < n) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        while (k < n) {
            auto at = [&](int j) { return tile[j]; };
            auto keep = [&](int j, float v) { scratch[j] = v; };
            __syncthreads();
            tile[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum = sum * 0.5f + tile[j];
            sum += at(t ^ 1);
            keep(t, sum);
            __syncthreads();
            sum += scratch[127 - t];
            k += 128;
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
