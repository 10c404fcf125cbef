// A pointer into the tile that is made before the loop is used behind it.
#include <cuda_pipeline_primitives.h>

__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][512];
    auto &tile = kp_tile[0];
    const int t = threadIdx.x;
    const float *late = tile + 128;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_late = late;
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            const unsigned int kp_x = kp_v % 32 * 4;
            const int t = kp_x;
            #pragma unroll
            for (int i = static_cast<int>(kp_v / 32); i < 4; i += 4) {
                __pipeline_memcpy_async(&tile[t + 128 * i], &x[k + t + 128 * i], sizeof(float4));
            }
        } else
            for (int i = 0; i < 4; ++i)
                __pipeline_memcpy_async(&tile[t + 128 * i], &x[k + t + 128 * i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
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
            __syncthreads();
        }
    }
    { // from here on, the shared memory of the last iteration
    auto &tile = kp_tile[kp_stage];
    auto late = (decltype(kp_late))((char *)kp_late + kp_stage * sizeof(kp_tile[0]));
    sum += late[t ^ 1] + tile[t];
    y[blockIdx.x * 128 + t] = sum;
    }
}
