// An instance may have a type of the namespace.
#include "builds/other_space.h"

__device__ float scaled(float x) { return 2 * x; }

template <class T>
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n, T f)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += scaled(xs[j]) * f * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template __global__ void gemv<float>(const float *__restrict__ x, float *__restrict__ y, int n, float f);
