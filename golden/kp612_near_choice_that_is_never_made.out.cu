// kpipe: --stages 2
// A value that no choice gives, as its conditions contradict each other: nothing is read for it.
#include <cuda_pipeline_primitives.h>

__global__ void __launch_bounds__(256) twice(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ D,
                                             float *__restrict__ C, int n, int a, int b)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (t < a)
            __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
        else
            tile[t] = (t < a ? B[k + t] : D[k + t]);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) in_part(const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ D,
                                             float *__restrict__ C, int n, int a, int b)
{
    __shared__ __align__(128) float kp_tile[2][256];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (t < a)
            __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
        else
            tile[t] = (t < b && t < a ? B[k + t] : D[k + t]);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_load(k, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
