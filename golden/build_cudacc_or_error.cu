// Every build for CUDA has __CUDACC__, and one that takes the branch with the #error does not succeed.
#include "builds/cudacc_or_error.h"

__global__ void row_sums(const row_list a, float *__restrict__ out, int n)
{
    __shared__ float tile[64];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        tile[threadIdx.x] = a[i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
