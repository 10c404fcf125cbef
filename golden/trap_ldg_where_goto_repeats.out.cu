// Here a goto is the outer loop, in front of which nvcc moves the first half __ldg.
#include <cuda_fp16.h>
__global__ void __launch_bounds__(64)
    last_element(const half *__restrict__ A, float *__restrict__ out, int n, int rounds)
{
    __shared__ __align__(128) half kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int round = 0;

again:
{
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    __half kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[min(k + t, n - 1)];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum = sum * 0.5f + __half2float(s[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
}
    sum += round;
    if (++round < rounds)
        goto again;
    out[blockIdx.x * 64 + t] = sum;
}
