// Another build has another WORD, and the inlined text says int.
#include "builds/real.h"

__device__ __forceinline__ void put(int *p, int i, WORD v)
{
    p[i] = v;
}

__global__ void gemv(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 128) {
        put(xs, t, x[k + t]);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
