// The size of a type that the language does not have, but every compiler here.
#include <cuda_pipeline_primitives.h>

__global__ void f(const __int128 *__restrict__ A, __int128 *__restrict__ C, int n)
{
    __shared__ __align__(128) __int128 kp_s[2][128];
    __int128 sum = 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        __pipeline_memcpy_async(&s[threadIdx.x], &A[k + threadIdx.x], sizeof(__int128));
        __pipeline_commit();
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int i = 0; i < 128; i++)
            sum += s[i];
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
    C[threadIdx.x] = sum;
}
