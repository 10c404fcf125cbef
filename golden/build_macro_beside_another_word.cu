// `unsigned WORD` is no WORD: of that the size is asserted.
#include "builds/real.h"

__global__ void gemv(const unsigned WORD *__restrict__ x, unsigned *__restrict__ y, int n)
{
    __shared__ unsigned WORD xs[128];
    const int t = threadIdx.x;
    unsigned sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
