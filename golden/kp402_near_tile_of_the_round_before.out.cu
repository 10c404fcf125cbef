// kpipe: --variant cp-async
// As kp402_tile_of_the_round_before, but there is an iteration, or no round before.
#include <cuda_pipeline_primitives.h>

__global__ void rounds(const float *__restrict__ x, float *__restrict__ y, const int *__restrict__ lengths, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        int k = 0;
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            __pipeline_memcpy_async(&tile[t], &x[r * 1024 + k + t], sizeof(float));
            k += 128;
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
        };
        int kp_stage = 0;
        {
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            while (k < lengths[r]) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
        auto &tile = kp_tile[kp_stage];
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void constant(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int r = 0; r < n; ++r) {
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            __pipeline_memcpy_async(&tile[t], &x[r * 1024 + k + t], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (t - j);
        };
        int kp_stage = 0;
        {
            int k = 0;
            if (k < 1024) {
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < 1024; k += 128) {
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
        auto &tile = kp_tile[kp_stage];
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void once(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
    };
    int kp_stage = 0;
    {
        int k = 0;
        if (k < n) {
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
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
    auto &tile = kp_tile[kp_stage];
    tile[t] = sum;
    __syncthreads();
    y[blockIdx.x * 128 + t] = sum + tile[127 - t];
}
