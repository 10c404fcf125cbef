// A barrier, a wait and a group's end go with their text, and what their operands do must not go with it. Each operand
// but the plain ones has an effect, late in a long loop, where no sample gets to.
// kpipe: --stages 2
#include <cuda_pipeline_primitives.h>

#define T 128

__global__ void barrier_counts(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int late = 0;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        asm volatile("bar.sync 0;" ::"r"(i == 65536 ? (late += 7) : 0));
    }
    c[blockIdx.x * T + threadIdx.x] = sum + late;
}

__device__ int waits;

__device__ void wait_and_count(int i)
{
    asm volatile("bar.sync 0;" ::"r"(i == 65536 ? (waits += 7) : 0));
}

__global__ void wrapped_barrier_counts(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;

    for (int i = 0; i < n; i += T) {
        as[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        wait_and_count(i);
    }
    c[blockIdx.x * T + threadIdx.x] = sum;
}

__global__ void barrier_is_plain(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][T];
    float sum = 0;

    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        as[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += T; i < n; i += T) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * T + threadIdx.x] = sum;
}

__global__ void wait_counts(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int late = 0;

    for (int i = 0; i < n; i += T) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&as[threadIdx.x])),
                     "l"(a + i + threadIdx.x));
        asm volatile("cp.async.wait_all;" ::"r"(i == 65536 ? (late += 7) : 0));
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[blockIdx.x * T + threadIdx.x] = sum + late;
}

__global__ void commit_counts(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ float as[T];
    float sum = 0;
    int late = 0;

    for (int i = 0; i < n; i += T) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&as[threadIdx.x])),
                     "l"(a + i + threadIdx.x));
        asm volatile("cp.async.commit_group;" ::"r"(i == 65536 ? (late += 7) : 0));
        asm volatile("cp.async.wait_group 0;" ::);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    c[blockIdx.x * T + threadIdx.x] = sum + late;
}

__global__ void wait_is_plain(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_as[2][T];
    float sum = 0;

    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&as[threadIdx.x])),
                     "l"(a + i + threadIdx.x));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < T; j++)
            sum += as[j] * (j ^ threadIdx.x);
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += T; i < n; i += T) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * T + threadIdx.x] = sum;
}
