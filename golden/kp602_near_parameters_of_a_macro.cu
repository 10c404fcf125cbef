// As kp602_parameters_of_a_macro, of functions that the kernel does not call.
#ifdef SLOW
#define FIRST (float **x, int at)
#define SECOND (float *x, int at)
#else
#define FIRST (float *x, int at)
#define SECOND (float **x, int at)
#endif
#include "builds/made_parameters.h"

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
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
