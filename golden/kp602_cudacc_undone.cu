// Every build for CUDA has __CUDACC__, but this header takes it away from the host's pass, where no question can be asked for the device's.
#include "builds/cudacc_undone.h"

__global__ void row_sums(const rows a, float *__restrict__ out, int n)
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
