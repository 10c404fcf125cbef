// How often a thread goes round hangs on the launch, and nobody knows it: what is not in registers is
// loaded where it is stored.
#include <cuda_fp16.h>

__global__ void gemv(const half *__restrict__ A, const half *__restrict__ x, float *__restrict__ y,
                     int n, int rows)
{
    __shared__ float xs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            xs[i] = __half2float(x[k + i]);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += __half2float(A[(k + j) * rows + blockIdx.x]) * xs[j];
        __syncthreads();
    }
    y[blockIdx.x] = sum;
}
