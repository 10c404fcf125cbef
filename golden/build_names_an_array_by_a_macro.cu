// A macro of a header names the array in text that another build compiles: the array stays where it is.
#include "builds/names_an_array.h"

__shared__ float tile[64];

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

#ifdef DEBUG
__global__ void first(float *y)
{
    y[0] = TILE[0];
}
#endif
