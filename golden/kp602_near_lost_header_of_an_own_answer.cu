// The line in front of the question answers it, in each build of this text, whatever its command line says: no build reads the header.
#define USE_LIBRARY 0 // 1: with the library's sort
#if USE_LIBRARY
#include "no_such_library.h"
#else
#define OWN_SORT
#endif

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float as[256];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 256) {
        as[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += as[j] * t;
        __syncthreads();
    }
    C[t] = sum;
}
