// What stands in parentheses behind __align__ is no declarator: the header gives the kernel's x nothing.
#include "builds/aligned_by_a_value.h"

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * xs[(j + t) % 128];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *o, int n)
{
    sums<<<4, 128>>>(x, o, n);
}
