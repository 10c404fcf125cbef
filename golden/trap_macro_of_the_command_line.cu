// kpipe: -- -DN=128
// CUDA's header for cp.async has a template<unsigned N>, wherever it is included.
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
