// Macros say the names of a function and of a macro in parts: the output asks for the branches around these.
#include "builds/made_uses.h"

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
        sum += CALLED(scal)(x, k + t) + step(x, k + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
