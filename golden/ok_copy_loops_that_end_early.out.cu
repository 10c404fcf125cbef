// Tests that end copy loops, behind the copy and in front of it, in all variants.
#include <cuda_pipeline_primitives.h>

#define T 64
__global__ void own(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = 0; i < 4; ++i) {
            if (4 * t + i >= 250)
                break;
            __pipeline_memcpy_async(&as[4 * t + i], &a[k + 4 * t + i], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = 0; i < 250; ++i)
            sum += as[i] * (t + 1);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void coop(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = t; i < 256; i += T) {
            if (i >= 250)
                break;
            __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = 0; i < 250; ++i)
            sum += as[i] * (t + 1);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void last(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int end = 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            end = i;
            kp_r0[kp_i] = a[k + t + i * T];
            if (t + i * T > 180) break;
        }
    };
    auto kp_compute = [&](int end, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = 0; i < 180; ++i)
            sum += as[i] * end;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; kp_i < 4; ++i, ++kp_i) {
            if (i >= 4)
                continue;
            as[t + i * T] = kp_r0[kp_i] * 2;
            if (t + i * T > 180) break;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_end = end;
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_end, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_end = end;
                kp_stage ^= 1;
            }
            kp_compute(kp_end, kp_stage);
        }
    }
    c[blockIdx.x * T + t] = sum;
}
__global__ void two(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[4][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 1024) {
        for (int r = 0; r < 4; ++r) {
            for (int i = 0; i < 4; ++i) {
                if (t + i * T >= 250) break;
                as[r][t + i * T] = a[k + r * 256 + t + i * T] * 2;
            }
            if (r * 64 >= n) break;
        }
        __syncthreads();
        for (int i = 0; i < 250; ++i)
            sum += as[0][i] * as[3][i];
        __syncthreads();
    }
    c[blockIdx.x * T + t] = sum;
}
