// kpipe: --variant cp-async
// One tile of the two is copied asynchronously: both keep their condition.
#include <cuda_pipeline_primitives.h>

__global__ void f(const float *__restrict__ x, const signed char *__restrict__ h, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    __shared__ __align__(128) signed char kp_bytes[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    signed char kp_r0;
    auto kp_fetch = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (i + t < n) {
            __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float));
            kp_r0 = h[i + t];
        } else {
            tile[t] = 0.0f;
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &bytes = kp_bytes[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * bytes[t];
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &bytes = kp_bytes[kp_stage];
        if (i + t < n) {
            bytes[t] = kp_r0;
        } else {
            bytes[t] = 0;
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i, kp_stage);
            kp_store(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                kp_store(i, kp_stage ^ 1);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
