// Behind the group of the header there is no macro of the name, whichever branch a build takes.
#include "builds/larger.h"

__global__ void most(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float v = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            v = larger(v, xs[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = v;
}
