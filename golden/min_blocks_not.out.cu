// kpipe: --min-blocks 4 --variant cp-async
// Blocks per SM cannot be asked for: no bounds, which would be a limit for launches out of sight; a second
// operand that has a name; three; bounds that a macro holds, or a directive; a template, whose instances differ.
#include <cuda_pipeline_primitives.h>

#define BOUNDS __launch_bounds__(256)
#define MIN_BLOCKS 2
template <int A, int B> constexpr int product() { return A * B; }

__global__ void no_bounds(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[threadIdx.x], &a[blockIdx.x * n + k0 + threadIdx.x],
                                sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 256; k0 < n; k0 += 256) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256, MIN_BLOCKS) named(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    static_assert(MIN_BLOCKS == 2, "kpipe: MIN_BLOCKS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &a[blockIdx.x * n + k0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 256; k0 < n; k0 += 256) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 256) {
            s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256, 2, 1) three(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &a[blockIdx.x * n + k0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 256; k0 < n; k0 += 256) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 256) {
            s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void BOUNDS in_a_macro(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide3) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&s[kp_x], &a[blockIdx.x * n + k0 + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 256; k0 < n; k0 += 256) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &s = kp_s[0];
        for (int k0 = 0; k0 < n; k0 += 256) {
            s[threadIdx.x] = a[blockIdx.x * n + k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; ++j)
                sum += s[j] * (j ^ threadIdx.x);
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(product<16, 16>()) arguments_of_a_template(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[threadIdx.x], &a[blockIdx.x * n + k0 + threadIdx.x],
                                sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 256; k0 < n; k0 += 256) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

template <int T> __global__ void __launch_bounds__(T) a_template(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_s[2][256];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[threadIdx.x], &a[blockIdx.x * n + k0 + threadIdx.x],
                                sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += s[j] * (j ^ threadIdx.x);
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_load(k0, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k0 += 256; k0 < n; k0 += 256) {
                kp_load(k0, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

template __global__ void a_template<256>(const float *, float *, int);
