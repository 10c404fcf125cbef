// What looks like a function of C is a scope, whose head a macro takes away.
__device__ inline float second(float v)
{
    return v;
}
#ifdef OTHER_NAMES
#include "builds/names_nothing.h"
extern "C++" nothing(scope) {
__device__ inline float second(int v)
{
    if (v > 3)
        __syncthreads();
    return v;
}
}
#endif

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
