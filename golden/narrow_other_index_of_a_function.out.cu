// kpipe: --stages 2
// A function that returns something else than the thread's index.
#include <cuda_pipeline_primitives.h>

__device__ __forceinline__ int thread_id() { return threadIdx.x ^ 1; }
__device__ __forceinline__ short low_id() { return threadIdx.x; }

__global__ void __launch_bounds__(256) turned(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][1024];
    const int tid = thread_id();
    float s = 0.f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = tid; i < 1024; i += 256)
            __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + tid] = s;
}

__global__ void __launch_bounds__(256) narrow(const float *__restrict__ a, float *out, int n)
{
    __shared__ __align__(128) float kp_as[2][1024];
    const int tid = low_id();
    float s = 0.f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int i = tid; i < 1024; i += 256)
            __pipeline_memcpy_async(&as[i], &a[k + i], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        for (int j = 0; j < 1024; j++)
            s += as[j] * float(j ^ tid);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + tid] = s;
}
