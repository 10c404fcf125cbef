// In another build the conversion cuts the value: an assertion asks for its type.
#include "builds/real.h"

__global__ void gemv(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = (WORD)x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
