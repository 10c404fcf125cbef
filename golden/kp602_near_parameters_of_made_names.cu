// Functions of another language, whose names are made: their parameters have the kernel's names.
#include "builds/mangled_names.h"

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
