// Closures that fill tiles, and objects that are called.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#define T 64
__global__ void __launch_bounds__(T) by_closure(const float *__restrict__ x,
                                                const float *__restrict__ y,
                                                float *__restrict__ z, int n)
{
    __shared__ __align__(16) float kp_xs[2][T], kp_xs_ys[2][T];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe: xs, ys in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0 &&
        n % 4 == 0 && reinterpret_cast<size_t>(y) % 16 == 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            auto &ys = kp_xs_ys[kp_stage];
            { // load(), inlined
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 16 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&xs[t], &x[k * T + t], sizeof(float4));
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 16) {
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        if (k * T + t < n)
                            __pipeline_memcpy_async(&ys[t], &y[k * T + t], sizeof(float4));
                        else
                            *reinterpret_cast<float4 *>(&ys[t]) = make_float4(0, 0, 0, 0);
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            auto &ys = kp_xs_ys[kp_stage];
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
        };
        {
            int k = 0;
            if (k < n / T) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++k; k < n / T; ++k) {
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
        auto &ys = kp_xs_ys[0];
        for (int k = 0; k < n / T; ++k) {
            { // load(), inlined
                xs[t] = x[k * T + t];
                ys[t] = k * T + t < n ? y[k * T + t] : 0.0f;
            }
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
            __syncthreads();
        }
    }
    z[blockIdx.x * T + t] = sum;
}

// What the closure is handed.
__global__ void __launch_bounds__(T) by_arguments(const float *__restrict__ x,
                                                  const float *__restrict__ y,
                                                  float *__restrict__ z, int n)
{
    __shared__ __align__(16) float kp_xs[2][T], kp_xs_ys[2][T];
    float sum = 0;
    // kpipe: xs, ys in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = reinterpret_cast<size_t>(x) % 16 == 0 &&
        reinterpret_cast<size_t>(y) % 16 == 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            auto &ys = kp_xs_ys[kp_stage];
            { // load(), inlined
                auto &to = xs;
                const float *from = x + k;
                {
                    for (int i = threadIdx.x * 4; i < T; i += blockDim.x * 4) {
                        __pipeline_memcpy_async(&to[i], &from[i], sizeof(float4));
                    }
                }
            }
            { // load(), inlined
                auto &to = ys;
                const float *from = y + k;
                {
                    for (int i = threadIdx.x * 4; i < T; i += blockDim.x * 4) {
                        __pipeline_memcpy_async(&to[i], &from[i], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            auto &ys = kp_xs_ys[kp_stage];
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        auto &ys = kp_xs_ys[0];
        for (int k = 0; k < n; k += T) {
            { // load(), inlined
                auto &to = xs;
                const float *from = x + k;
                for (int i = threadIdx.x; i < T; i += blockDim.x)
                    to[i] = from[i];
            }
            { // load(), inlined
                auto &to = ys;
                const float *from = y + k;
                for (int i = threadIdx.x; i < T; i += blockDim.x)
                    to[i] = from[i];
            }
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
            __syncthreads();
        }
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

struct loader {
    const float *from;
    int n;
    __device__ void operator()(float *to, int k) const
    {
        for (int i = threadIdx.x; i < T; i += blockDim.x)
            to[i] = k + i < n ? from[k + i] : 0.0f;
    }
};

__global__ void __launch_bounds__(T) by_object(const float *__restrict__ x, float *__restrict__ z,
                                               int n)
{
    __shared__ __align__(128) float kp_xs[2][T];
    const loader load = {x, n};
    float sum = 0;
    static_assert(T == 64 && ::std::is_same<decltype(loader::n), int>::value &&
                  ::std::is_same<decltype(loader::from), const float *>::value,
                  "kpipe: T, loader::n or loader::from has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        { // operator()(), inlined
            auto &to = xs;
            for (int i = threadIdx.x; i < T; i += blockDim.x)
                if (k + i < load.n)
                    __pipeline_memcpy_async(&to[i], &load.from[k + i], sizeof(float));
                else
                    to[i] = 0.0f;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < T; j++)
            sum += xs[j] * j;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    z[blockIdx.x * T + threadIdx.x] = sum;
}

// Parts of one array, and one of them that compute fills by a closure.
// kpipe 0.1.0: pipelined as kp_pipelined::by_pointers (launches that this file does not show still come here)
__global__ void by_pointers(const float *__restrict__ x, float *__restrict__ z, int n)
{
    extern __shared__ float memory[];
    float *xs = memory, *ys = xs + T, *sums = ys + T;
    const int t = threadIdx.x;
    float sum = 0;
    auto load = [&](int k) {
        xs[t] = x[k + t];
        ys[t] = x[n + k + t];
    };
    auto keep = [&](float s) { sums[t] = s; };
    for (int k = 0; k < n; k += T) {
        load(k);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += xs[j] * ys[j];
        keep(sum);
        __syncthreads();
        sum += sums[T - 1 - t];
        __syncthreads();
    }
    z[blockIdx.x * T + t] = sum;
}

namespace kp_pipelined
{
static __global__ __launch_bounds__(64) void by_pointers(const float *__restrict__ x, float *__restrict__ z, int n)
{
    extern __shared__ float memory[];
    float *xs = memory, *ys = xs + T, *sums = ys + T;
    const int t = threadIdx.x;
    float sum = 0;
    auto keep = [&](float s) { sums[t] = s; };
    // kpipe: memory in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == 64 && reinterpret_cast<size_t>(memory) % 16 == 0 &&
        reinterpret_cast<size_t>(x) % 16 == 0 && n % 4 == 0;
    static_assert(T == 64, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide3) {
        unsigned kp_stride; // bytes of one stage
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
        kp_stride = kp_stride / 2 / 128 * 128;
        auto kp_xs = xs;
        auto kp_ys = ys;
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            auto ys = (decltype(kp_ys))((char *)kp_ys + kp_stage * kp_stride);
            { // load(), inlined
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 16 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                    }
                }
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 16 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&ys[t], &x[n + k + t], sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto xs = (decltype(kp_xs))((char *)kp_xs + kp_stage * kp_stride);
            auto ys = (decltype(kp_ys))((char *)kp_ys + kp_stage * kp_stride);
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
            keep(sum);
            __syncthreads();
            sum += sums[T - 1 - t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < n; k += T) {
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
        for (int k = 0; k < n; k += T) {
            { // load(), inlined
                xs[t] = x[k + t];
                ys[t] = x[n + k + t];
            }
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += xs[j] * ys[j];
            keep(sum);
            __syncthreads();
            sum += sums[T - 1 - t];
            __syncthreads();
        }
    }
    z[blockIdx.x * T + t] = sum;
}
} // namespace kp_pipelined

void run(const float *x, float *z, int n)
{
    kp_pipelined::by_pointers<<<8, T, 2 * (3 * T * sizeof(float))>>>(x, z, n);
}
