// Two tiles in one array, neither at its beginning: each thread reads elements of others.
#include <cuda_pipeline_primitives.h>

__global__ void k(const float *__restrict__ A, const float2 *__restrict__ B, float *out, int n)
{
    __shared__ struct alignas(128) { float raw[200]; } kp_raw[2];
    auto &raw = kp_raw[0].raw;
    float *s = raw + 2;
    float2 *p = (float2 *)(raw + 68);
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_s = s;
    auto kp_p = p;
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * sizeof(kp_raw[0]));
        auto p = (decltype(kp_p))((char *)kp_p + kp_stage * sizeof(kp_raw[0]));
        __pipeline_memcpy_async(&s[t], &A[i + t], sizeof(float));
        __pipeline_memcpy_async(&p[t], &B[i + t], sizeof(float2));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto s = (decltype(kp_s))((char *)kp_s + kp_stage * sizeof(kp_raw[0]));
        auto p = (decltype(kp_p))((char *)kp_p + kp_stage * sizeof(kp_raw[0]));
        sum += s[t ^ 1] * p[t ^ 2].x;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
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
    out[t] = sum;
}
