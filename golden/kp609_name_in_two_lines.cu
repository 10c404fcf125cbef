// The name of the function is one name to compilers, and two words in the text.
#include "builds/other_space.h"
using other_space::scaled;

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * sca\
led(2) * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
