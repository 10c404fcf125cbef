// kpipe: -v
// An assertion is a choice between two calls, of which a sample takes the one that does nothing.
#include <cassert>

__global__ void sums(const float *__restrict__ A, float *C, int K)
{
    __shared__ float tile[32];
    float sum = 0.0f;

    assert(blockDim.x == 32);
    for (int k = 0; k < K; k += 32) {
        tile[threadIdx.x] = A[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += tile[j] * (j + 1);
        __syncthreads();
    }
    C[blockIdx.x * 32 + threadIdx.x] = sum;
}
