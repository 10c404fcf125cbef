// Here the outer loop is the caller's. nvcc moves the first half __ldg in front of it.
#include <cuda_fp16.h>
__device__ __forceinline__ float one(const half *__restrict__ A, float sum, int t, int n)
{
    __shared__ half s[64];
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    __half kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[min(k + t, n - 1)];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum = sum * 0.5f + __half2float(s[j]);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    return sum;
}
__global__ void __launch_bounds__(64)
    last_element(const half *__restrict__ A, float *__restrict__ out, int n, int rounds)
{
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int round = 0; round < rounds; ++round) {
        sum = one(A, sum, t, n);
        sum += round;
    }
    out[blockIdx.x * 64 + t] = sum;
}
