// Near build_numbers_of_two_groups: both numbers are in the one group that has been analysed, and none is asserted.
#include <cuda_pipeline_primitives.h>

#ifdef WIDE
typedef double real;
#define N 192
#define M 64
#else
typedef float real;
#define N 64
#define M 64
#endif

__global__ void tiles(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const int i = t * 4;
                if (i < N * M / 64 && __activemask()) { // true: to keep a branch
                    __pipeline_memcpy_async(&xs[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += xs[j] * (t ^ j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 1024; k < n; k += 1024) {
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 1024) {
            for (int i = t; i < N * M / 64; i += 64)
                xs[i] = x[k + i];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += xs[j] * (t ^ j);
            __syncthreads();
        }
    }
    y[t] = sum;
}

__global__ void wide(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int t = threadIdx.x;
    real sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}

__global__ void loud(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_xs[2][64];
    const int t = threadIdx.x;
    long long sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += xs[j] * (t ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}
