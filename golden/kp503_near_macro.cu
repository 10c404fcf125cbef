// kpipe: --arch sm_90 --stages 2
// Any other macro is none of ours.
#include <cuda_runtime.h>
#define least 7
__global__ void __launch_bounds__(256) gemv(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int K)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < K; k += blockDim.x) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) sum += A[(size_t)(k + j) * 256 + t] * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *x, float *y, int K, int blocks, int bytes)
{
    gemv<<<blocks, bytes / 4, bytes>>>(A, x, y, K);
}
