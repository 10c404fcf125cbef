// CUDA's header has a template<unsigned N>.
#define N 128
#include <cuda_runtime.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * N + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
