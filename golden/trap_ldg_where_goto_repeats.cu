// Here a goto is the outer loop, in front of which nvcc moves the first half __ldg.
#include <cuda_fp16.h>
__global__ void __launch_bounds__(64)
    last_element(const half *__restrict__ A, float *__restrict__ out, int n, int rounds)
{
    __shared__ half s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int round = 0;

again:
    for (int k = 0; k < n; k += 64) {
        s[t] = __ldg(&A[min(k + t, n - 1)]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum = sum * 0.5f + __half2float(s[j]);
        __syncthreads();
    }
    sum += round;
    if (++round < rounds)
        goto again;
    out[blockIdx.x * 64 + t] = sum;
}
