// .. and that macro is of a file that another build reads.
#include "builds/takes_by_another_file.h"

__global__ void gemv(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ int xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += second(xs[j]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
