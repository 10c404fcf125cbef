// Names in a C function's body are its own.
#include <stdio.h>

#include "builds/where.h"

__device__ inline float second(float v)
{
    return v;
}

extern "C" int run(int n)
{
    int sum = n;
    float second = n;

    for (int i = 0; i < n; ++i)
        printf("%s %f\n", WHERE, second);
    return sum;
}

__global__ void gemv(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += second(xs[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
