// Pointers that are only stepped, members that lie where their type may, casts that ask for no more alignment.
#include <string.h>
#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(64) stepped(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][256];
    const int t = threadIdx.x;
    const float *p = x + 4 * t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int kp_c = 0; kp_c < 4; ++kp_c)
            __pipeline_memcpy_async(&(&xs[4 * t])[kp_c], &(p)[kp_c], sizeof(float));
        p += 256;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) cast(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][2][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    x += blockIdx.x * n;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = *((const float *)x + k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += xs[t % 2][j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        *(xs[t / 32] + t % 32) = kp_r0;
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
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) halves(const __half *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) __half kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 8 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 8;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += __half2float(xs[(j + t) % 64]) * j;
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 64) {
            *(&xs[t]) = *(&x[k + t]);
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += __half2float(xs[(j + t) % 64]) * j;
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

struct tiles {
    double scale;
    float xs[64];
};

__global__ void __launch_bounds__(64) members(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_kp_m_s_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: kp_m_s_xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_s_xs = kp_kp_m_s_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&kp_m_s_xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_s_xs = kp_kp_m_s_xs[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += kp_m_s_xs[(j + t) % 64] * j;
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
        auto &kp_m_s_xs = kp_kp_m_s_xs[0];
        for (int k = 0; k < n; k += 64) {
            *(&kp_m_s_xs[t]) = *(&x[k + t]);
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += kp_m_s_xs[(j + t) % 64] * j;
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) compute(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide3) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            float v[2];
            memcpy(&v[0], &xs[63 - t], 4);
            memcpy(&v[1], &xs[t ^ 1], 4);
            sum += v[0] * v[1];
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
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 64) {
            float v[2];
            *(&xs[t]) = *(&x[k + t]);
            __syncthreads();
            memcpy(&v[0], &xs[63 - t], 4);
            memcpy(&v[1], &xs[t ^ 1], 4);
            sum += v[0] * v[1];
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
