// kpipe: -- -isystem places
// The one call in this file has a bound that is the block's; the header's own call is in no tree.
static __device__ void part(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

#include <callers.h>

__global__ void sums(const float *x, float *y, int n)
{
    part(x, y, n);
}
