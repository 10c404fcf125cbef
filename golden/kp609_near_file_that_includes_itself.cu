// Behind its guard, the file is empty when it includes itself.
#ifndef GUARD
#define GUARD
#include "kp609_near_file_that_includes_itself.cu"
#define NAME sums
__global__ void NAME(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float s = 0.0f;

    for (int k = 0; k < n; k += 128) {
        As[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            s += As[j] * j;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = s;
}
#endif
