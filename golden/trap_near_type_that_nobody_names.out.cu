// Other names, or the same type again.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

namespace app {
typedef double vector4;
typedef unsigned long size_t;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: xs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<size_t, unsigned long>::value,
                  "kpipe: size_t has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&xs[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int i = 0; i < 128; ++i)
                sum += xs[i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
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
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += xs[i];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void tested(const float *x, float *out, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        size_t(n) <= 2147483647 &&
        kp_clear(x, 0, 4LL * n,
                out, 4LL * n, 8LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        float kp_r0[1];
        auto kp_fetch = [&]() __attribute__((always_inline)) {
            memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
            for (unsigned i = t, kp_i = 0; kp_i < 1 && i < (unsigned)n; i += 128, ++kp_i)
                kp_r0[kp_i] = x[i];
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            for (int i = 0; i < 128; ++i)
                sum += xs[i];
            out[n + k + t] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            {
                unsigned i = t;
            #pragma unroll
                for (int kp_i = 0; kp_i < 1 && i < (unsigned)n; i += 128, ++kp_i)
                    xs[i % 128] = kp_r0[kp_i];
                for (; i < (unsigned)n; i += 128)
                    xs[i % 128] = x[i];
            }
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch();
                kp_store(kp_stage);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_fetch();
                    kp_compute(kp_k, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &xs = kp_xs[0];
        for (int k = 0; k < n; k += 128) {
            for (unsigned i = t; i < (unsigned)n; i += 128)
                xs[i % 128] = x[i];
            __syncthreads();
            for (int i = 0; i < 128; ++i)
                sum += xs[i];
            out[n + k + t] = sum;
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *out, float *y, int n)
{
    gemv<<<8, 128>>>(x, y, n);
    tested<<<8, 128>>>(x, out, y, n);
}
} // namespace app
