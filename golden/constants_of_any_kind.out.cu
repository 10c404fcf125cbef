// kpipe: -- -DGIVEN=2
// What the text rests on is said in front of each loop, wherever the value comes from.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#define ROWS 8
#define THREADS (ROWS * 16)
#define HIDDEN 4
#define AT(i, j) ((i) * HIDDEN * 4 + (j))
#define HALF(n) ((n) / 2)
#define MASK 16 | 15
typedef float element;
struct alignas(8) pair {
    element a, b;
};
namespace shape {
constexpr int WIDTH = 128;
__device__ int moved(int i)
{
    return i % WIDTH;
}
}
struct config {
    static constexpr int STEP = 128;
    enum { LINES = 8 };
};
enum class kind { none, some = 3 };
template <int N>
struct number {
    static constexpr int value = N;
};
const int COUNT = 128;
static constexpr int ARGUMENT = 64;
__host__ __device__ constexpr int twice(int n)
{
    return 2 * n;
}

__global__ void __launch_bounds__(THREADS)
    macros(const element *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ __align__(16) element kp_s[2][THREADS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_same<element, float>::value && (THREADS) == 128 && ROWS == 8 &&
                  GIVEN == 2 && (HALF(THREADS)) == 64 && (MASK) == 31 && HIDDEN == 4,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < HALF(THREADS); ++j)
                sum += s[AT(j / 16, j % 16)] * (MASK);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += ROWS * 16 * GIVEN / 2; k < n; k += ROWS * 16 * GIVEN / 2) {
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
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += ROWS * 16 * GIVEN / 2) {
            s[t] = x[k + t];
            __syncthreads();
            for (int j = 0; j < HALF(THREADS); ++j)
                sum += s[AT(j / 16, j % 16)] * (MASK);
            __syncthreads();
        }
    }
    y[blockIdx.x * THREADS + t] = sum;
}

__global__ void names(const element *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ __align__(128) element kp_s[2][number<ARGUMENT * 2>::value];
    const int t = threadIdx.x;
    const int pad = -1, last = twice(ARGUMENT) + pad;
    float sum = 0.0f;

    static_assert(::std::is_same<element, float>::value && number<ARGUMENT * 2>::value == 128 &&
                  ARGUMENT == 64 && pad == -1 && config::STEP == 128 &&
                  static_cast<long long>(config::LINES) == 8 && last == 127 &&
                  static_cast<long long>(kind::some) == 3 && COUNT == 128 && shape::WIDTH == 128,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    element kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < number<ARGUMENT>::value; ++j)
            sum += s[j] * config::LINES + s[last];
        if (static_cast<int>(kind::some) == t)
            sum += 1.0f;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[shape::moved(t)] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += config::STEP; k < n; k += config::STEP) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * COUNT + t] = sum;
}

__global__ void types(const pair *__restrict__ x, element *__restrict__ y, int n)
{
    __shared__ __align__(128) pair kp_s[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(sizeof(pair) == 8 && alignof(pair) == 8 &&
                  ::std::is_same<element, float>::value,
                  "kpipe: sizeof(pair), alignof(pair) or element has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[k + t], sizeof(pair));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += s[j].a;
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
    y[blockIdx.x * 128 + t] = sum;
}

static __global__ void launched(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float kp_s[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(COUNT == 128, "kpipe: COUNT has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            {
                for (int i = t * 4; i < 128; i += blockDim.x * 4) {
                    __pipeline_memcpy_async(&s[i], &x[k + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += s[j];
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
        auto &s = kp_s[0];
        for (int k = 0; k < n; k += 128) {
            for (int i = t; i < 128; i += blockDim.x)
                s[i] = x[k + i];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += s[j];
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *y, int n, cudaStream_t stream)
{
    launched<<<n / 128, COUNT, 0, stream>>>(x, y, n);
}
