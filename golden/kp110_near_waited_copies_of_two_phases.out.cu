// Two waits, and both copies are of the load phase.
#include <cuda_pipeline.h>
__global__ void k(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][64], kp_s_q[2][64];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &q = kp_s_q[kp_stage];
        __pipeline_memcpy_async(&s[t], &x[i + t], 4);
        __pipeline_memcpy_async(&q[t], &w[i + t], 4);
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &q = kp_s_q[kp_stage];
        for (int j = 0; j < 64; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            acc += q[j] * s[63 - j];
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_load(i, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            for (i += 64; i < n; i += 64) {
                kp_load(i, kp_stage ^ 1);
                kp_compute(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, int n) { k<<<8, 64>>>(x, w, y, n); }
