// An operator that stands by itself is used without its name.
#include "builds/operator_late.h"

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += pick(xs[j]) % 3;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
