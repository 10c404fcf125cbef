// The loop steps by the size of its tile, whose elements the header does not read.
#include <cuda_pipeline_primitives.h>

#define LENGTH(a) (sizeof(a) / sizeof(*(a)))

__global__ void __launch_bounds__(128)
    by_sizeof(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ __align__(16) float kp_tile[2][128];
    [[maybe_unused]] auto &tile = kp_tile[0];
    const int t = threadIdx.x;
    float a = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (kp_wide) {
            const unsigned int kp_v = threadIdx.x;
            if (kp_v < 32 && __activemask()) { // true: to keep a branch
                const unsigned int kp_x = kp_v * 4;
                const int t = kp_x;
                __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float4));
            }
        } else
            __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (unsigned j = 0; j < sizeof tile / sizeof tile[0]; ++j)
            a = fmaf(a, 0.5f, tile[j]);
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += sizeof(tile) / sizeof(*tile); k < n; k += sizeof(tile) / sizeof(*tile)) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    { // from here on, the shared memory of the last iteration
    auto &tile = kp_tile[kp_stage];
    y[blockIdx.x * 128 + t] = a + sizeof(tile);
    }
}

__global__ void __launch_bounds__(128)
    by_macro(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ __align__(128) float kp_tile[2][128];
    [[maybe_unused]] auto &tile = kp_tile[0];
    const int t = threadIdx.x;
    unsigned k = 0;
    float a = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        kp_r0 = x[k + t];
        k += LENGTH(tile);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (unsigned j = 0; j < LENGTH(tile); ++j)
            a = fmaf(a, 0.5f, tile[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int kp_stage = 0;
        kp_fetch(kp_stage);
        kp_store(kp_stage);
        __syncthreads();
        while (k + LENGTH(tile) <= (unsigned)n) {
            kp_fetch(kp_stage ^ 1);
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    y[blockIdx.x * 128 + t] = a;
}
