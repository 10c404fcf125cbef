// The function is found by its argument, whose type another name says.
#include "builds/other_space.h"

typedef other_space::number factor;
__device__ float twice(float x) { return 2 * x; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n, factor f)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * twice(f) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
