// The header asks for the architecture, for another name than the size of the tile: this is asserted.
#include "builds/size_beside_architecture.h"

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[TILE];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += TILE) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < TILE; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * TILE + t] = sum;
}
