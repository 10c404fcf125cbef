// kpipe: --stages 2 --no-widen
// A cast to the type that the value has changes nothing; by way of an int the value is another one.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

constexpr int N = 1024;
template <typename T>
__global__ void __launch_bounds__(256) same(const T *__restrict__ a, float *out, int n)
{
    __shared__ struct alignas(128) { T as[N]; } kp_as[2];
    float s = 0.f;

    static_assert(N == 1024 && ::std::is_same<T, float>::value,
                  "kpipe: N or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int i = threadIdx.x; i < N; i += 256)
            __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(T));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        for (int j = 0; j < N; j++)
            s += float(as[j]) * float(j + threadIdx.x);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += N; k < n; k += N) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) edge(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][N];
    float s = 0.f;

    static_assert(N == 1024, "kpipe: N has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = threadIdx.x; i < N; i += 256)
            if (k + i < n)
                __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float));
            else
                as[i] = 0.f;
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += N; k < n; k += N) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) whole(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][N];
    float s = 0.f;

    static_assert(N == 1024, "kpipe: N has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < N)
                kp_r0[kp_i] = a[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < N)
                as[i] = (int)kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += N; k < n; k += N) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

__global__ void __launch_bounds__(256) turned(const int *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][N];
    float s = 0.f;

    static_assert(N == 1024, "kpipe: N has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < N)
                kp_r0[kp_i] = a[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < N; j++)
            s += as[j] * float(j + threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4; i += 256, ++kp_i)
            if (i < N)
                as[i] = (float)kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += N; k < n; k += N) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}

void run(const float *a, const int *b, float *out, int n)
{
    same<float><<<64, 256>>>(a, out, n);
    edge<<<64, 256>>>(a, out, n);
    whole<<<64, 256>>>(a, out, n);
    turned<<<64, 256>>>(b, out, n);
}
