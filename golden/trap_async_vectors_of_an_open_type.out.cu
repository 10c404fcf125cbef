// kpipe: --stages 2
// Of two-byte elements the second vector begins in the middle of the first one, whose words it replaces.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T>
__global__ void meets(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[2064])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) T xs[2064]; } kp_xs[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = x[k + t + 1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        *reinterpret_cast<float4 *>(&xs[8 * t]) = kp_r0;
        *reinterpret_cast<float4 *>(&xs[8 * t + 4]) = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

template <class T>
__global__ void meets_in_rows(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[514][4])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) T xs[514][4]; } kp_xs[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = x[k + t + 1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256][t % 4];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        *reinterpret_cast<float4 *>(&xs[2 * t][0]) = kp_r0;
        *reinterpret_cast<float4 *>(&xs[2 * t + 1][0]) = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

__global__ void short_rows(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { __align__(16) short xs[514][4]; } kp_xs[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = x[k + t + 1];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256][t % 4];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        *reinterpret_cast<float4 *>(&xs[2 * t][0]) = kp_r0;
        *reinterpret_cast<float4 *>(&xs[2 * t + 1][0]) = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

template <class T>
__global__ void apart(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[8192])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { __align__(16) T xs[8192]; } kp_xs[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        __pipeline_memcpy_async(&xs[32 * t], &x[k + t], sizeof(float4));
        __pipeline_memcpy_async(&xs[32 * t + 16], &x[k + t + 1], sizeof(float4));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage].xs;
        for (int j = 0; j < 256; ++j)
            sum += (float)xs[(j + t) % 256];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                if (kp_stages > 1)
                    kp_load(k, kp_stage ^ (kp_stages - 1));
                kp_compute(kp_stage);
                if (kp_stages == 1) {
                    __syncthreads();
                    kp_load(k, kp_stage);
                }
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}
