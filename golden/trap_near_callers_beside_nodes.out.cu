// kpipe: --variant cp-async
// Each of the words is a node of the tree: a declaration, overloads, what macros say once or seen each time.
#include <cuda_pipeline_primitives.h>

static __device__ float overloaded(const float *a, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return sum;
}

static __device__ float given(const float *a, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return sum;
}

static __device__ float said(const float *a, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        __pipeline_memcpy_async(&tile[t], &a[k + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return sum;
}

static __device__ float overloaded(float v = 1.0f)
{
    return v;
}

struct box {
    float said;
};

#define GIVEN(f)                                                                                   \
    __global__ void by_argument(const float *__restrict__ x, float *__restrict__ y)                \
    {                                                                                              \
        y[threadIdx.x] = f(x, 2);                                                                  \
    }
GIVEN(given)

#define SAID                                                                                       \
    __global__ void by_body(const float *__restrict__ x, float *__restrict__ y)                    \
    {                                                                                              \
        y[threadIdx.x] = said(x, 2) + said(x, 3);                                                  \
    }
SAID

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    box b{2.0f};
    y[blockIdx.x * 128 + threadIdx.x] = overloaded(x, 2) + overloaded() + given(x, 3) +
                                        said(x, 4) * b.said;
}
