// A type that the function names behind the loop only, by a directive that stands there, has no name in front of it.
#include <cuda_pipeline_primitives.h>

#define USE_LIB using namespace lib;

namespace lib
{
struct pair {
    float a, b;
};
constexpr int STEP = 64;
} // namespace lib

__global__ void __launch_bounds__(64) behind(const float *__restrict__ x, const lib::pair *rest,
                                             float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][64];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(lib::STEP == 64, "kpipe: lib::STEP has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += lib::STEP; i < n; i += lib::STEP) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += lib::STEP) {
            s[threadIdx.x] = x[i + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
            __syncthreads();
        }
    }
    using namespace lib;
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}

__global__ void __launch_bounds__(64) behind_by_a_macro(const float *__restrict__ x,
                                                        const lib::pair *rest,
                                                        float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][64];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(sizeof(lib::pair) == 8 && alignof(lib::pair) == 4 && lib::STEP == 64,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += lib::STEP; i < n; i += lib::STEP) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += lib::STEP) {
            s[threadIdx.x] = x[i + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
            __syncthreads();
        }
    }
    USE_LIB
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}

// This one stands in front of it.
__global__ void __launch_bounds__(64) in_front(const float *__restrict__ x, const lib::pair *rest,
                                               float *__restrict__ y, int n)
{
    using namespace lib;
    __shared__ __align__(16) float kp_s[2][64];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == 64 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(STEP == 64, "kpipe: STEP has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide3) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &x[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += STEP; i < n; i += STEP) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int i = 0; i < n; i += STEP) {
            s[threadIdx.x] = x[i + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum += s[j] * j;
            __syncthreads();
        }
    }
    const pair *p = rest;
    y[blockIdx.x * 64 + threadIdx.x] = sum + p->a;
}
