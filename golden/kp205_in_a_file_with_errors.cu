// The type that is not known is another function's: this one has been seen as a whole.
#include "complex_of_the_project.h"

__constant__ float weights[4096];

__global__ void other(complex_number *C)
{
    C[threadIdx.x] = 0;
}

__global__ void sums(float *C, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        s[t] = weights[k + t];
        __syncthreads();
        sum += s[127 - t];
        __syncthreads();
    }
    C[t] = sum;
}
