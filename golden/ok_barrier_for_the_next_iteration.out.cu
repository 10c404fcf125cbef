// The last iteration passes over the barrier at the end.
#include <cuda_pipeline_primitives.h>

__global__ void by_blocks(const float *__restrict__ values, const int *__restrict__ rows,
                          const int *__restrict__ columns, const float *__restrict__ x,
                          float *__restrict__ y)
{
    __shared__ __align__(128) float kp_xs[2][64];
    const int end = rows[blockIdx.x + 1];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int b, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[threadIdx.x], &x[columns[b] * 64 + threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int b, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int k = 0; k < 64; k++)
            sum += values[(b * 64 + k) * 64 + threadIdx.x] * xs[k];
    };
    {
        int b = rows[blockIdx.x];
        if (b < end) {
            int kp_stage = 0;
            kp_load(b, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_b = b;
            for (++b; b < end; ++b) {
                kp_load(b, kp_stage ^ 1);
                kp_compute(kp_b, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_b = b;
                kp_stage ^= 1;
            }
            kp_compute(kp_b, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void by_tiles(const float *__restrict__ a, const float *__restrict__ x,
                         float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][64];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        __pipeline_memcpy_async(&xs[threadIdx.x], &x[t + threadIdx.x], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int k = 0; k < 64; k++)
            sum += a[(t + k) * 64 + threadIdx.x] * xs[k];
    };
    {
        int t = 0;
        if (t < n) {
            int kp_stage = 0;
            kp_load(t, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_t = t;
            for (t += 64; t < n; t += 64) {
                kp_load(t, kp_stage ^ 1);
                kp_compute(kp_t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_t = t;
                kp_stage ^= 1;
            }
            kp_compute(kp_t, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
