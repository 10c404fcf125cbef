// Where the function is declared, nothing says its name.
#ifdef SLOW
#define DECLARED __device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; }
#else
#define DECLARED __device__ inline float scaled(float *x, int at) { return at; }
#endif
#include "builds/declared_by_a_macro.h"

__global__ void __launch_bounds__(128) k(float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        sum += scaled(x, k + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
