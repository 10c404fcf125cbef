// No GPU compiles what the host's pass looks at, but there the tile would have no name.
#include <cuda_pipeline_primitives.h>

__global__ void dots(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0;

#ifndef __CUDA_ARCH__
    // kpipe: tile in copies of 16 bytes where these hold, else as written
#else
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
#endif
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
#ifndef __CUDA_ARCH__
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
    };
    int kp_stage = 0;
    {
        int i = 0;
        if (i < n) {
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
#else
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
#endif
                __pipeline_wait_prior(0);
                __syncthreads();
#ifndef __CUDA_ARCH__
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
#else
                for (i += 128; i < n; i += 128) {
                    kp_load(i, kp_stage ^ 1);
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
        for (int i = 0; i < n; i += 128) {
            tile[t] = x[i + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * tile[127 - j];
#endif
            __syncthreads();
        }
    }
#ifndef __CUDA_ARCH__
    auto &tile = kp_tile[kp_stage];
    tile[t] = sum;
#endif
    y[t] = sum;
}

void launch(const float *x, float *y, int n)
{
    dots<<<1, 128>>>(x, y, n);
}
