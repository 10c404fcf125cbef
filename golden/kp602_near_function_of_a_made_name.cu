// As kp602_function_of_a_made_name, but no name that the kernel says is made of these parts.
#ifdef SLOW
#define MAKE(name) __device__ inline float name##er(float *x, int at) { return x[at + 128] += 1; }
#else
#define MAKE(name) __device__ inline float name##er(float *x, int at) { return 1.0f + at; }
#endif
#include "builds/made_names.h"

__device__ inline float scaled(float *x, int at) { return 1.0f + at; }

__global__ void gemv(float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        sum += scaled(x, k + t) + xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
