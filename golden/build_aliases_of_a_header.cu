// What aliases stand for and the members of a class may be other types of the same size in another build.
#include "builds/aliases.h"

__global__ void gemv(const sample *__restrict__ x, const mine::float4 *__restrict__ w,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    __shared__ mine::float4 ws[128];
    const number t = threadIdx.x;
    float sum = 0;

    for (number k = 0; k < n; k += 128) {
        xs[t] = x[k + t].a;
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7) + ws[j].x;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
