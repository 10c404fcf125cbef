// Characters and comments that look like the begin of a string or of a comment hide no group of a header: each
// build may store what the next iteration loads.
#include "builds/quotes.h"

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
        sum += a_of(x, k + t) + b_of(x, k + t) + c_of(x, k + t) + d_of(x, k + t) + e_of(x, k + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
