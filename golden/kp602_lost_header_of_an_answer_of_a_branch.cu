// Each branch gives an answer of its own.
#ifdef WITH_LIBRARY
#define USE_LIBRARY 1
#else
#define USE_LIBRARY 0
#endif
#if USE_LIBRARY
#include "no_such_library.h"
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
