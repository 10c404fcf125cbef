// The name that chooses between the joined outputs chooses in the header, too.
#include "builds/steps.h"

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
#ifdef TWICE
        xs[t] = x[k + t];
#else
        if (t < 128)
            xs[t] = 2.0f * x[k + t];
#endif
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += scaled(xs[j]) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
