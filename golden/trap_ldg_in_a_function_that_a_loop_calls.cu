// Here the outer loop is the caller's. nvcc moves the first half __ldg in front of it.
#include <cuda_fp16.h>
__device__ __forceinline__ float one(const half *__restrict__ A, float sum, int t, int n)
{
    __shared__ half s[64];
    for (int k = 0; k < n; k += 64) {
        s[t] = __ldg(&A[min(k + t, n - 1)]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum = sum * 0.5f + __half2float(s[j]);
        __syncthreads();
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
