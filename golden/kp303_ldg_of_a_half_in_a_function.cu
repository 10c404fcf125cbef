// A function's own __ldg of a half cannot be read in another way here, and nvcc moves it out of the outer loop.
#include <cuda_fp16.h>
__device__ half rd(const half *p) { return __ldg(p); }
__global__ void __launch_bounds__(64)
    last_element(const half *__restrict__ A, float *__restrict__ out, int n, int rounds)
{
    __shared__ half s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < n; k += 64) {
            s[t] = rd(&A[min(k + t, n - 1)]);
            __syncthreads();
            for (int j = 0; j < 64; ++j)
                sum = sum * 0.5f + (float)s[j];
            __syncthreads();
        }
        sum += round;
    }
    out[blockIdx.x * 64 + t] = sum;
}
