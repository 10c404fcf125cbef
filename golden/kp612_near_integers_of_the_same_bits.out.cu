// long and long long are two types, and the same numbers.
#include <cuda_pipeline_primitives.h>

__global__ void k(const long *__restrict__ A, const unsigned long *__restrict__ B, float *out, int n)
{
    __shared__ __align__(128) long long kp_s[2][64];
    __shared__ __align__(128) unsigned long long kp_p[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &p = kp_p[kp_stage];
        __pipeline_memcpy_async(&s[t], &A[i + t], sizeof(long long));
        __pipeline_memcpy_async(&p[t], &B[i + t], sizeof(unsigned long long));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        auto &p = kp_p[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += s[j] + p[j];
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
