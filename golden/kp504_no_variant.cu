// kpipe: --stages 3
// Three stages take asynchronous copies, and none of them moves two bytes.
#include <cuda_fp16.h>

__global__ void half_gemv(const half *__restrict__ A, const half *__restrict__ x,
                          float *__restrict__ y, int n)
{
    __shared__ half xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += __half2float(A[(k + j) * n + row]) * __half2float(xs[j]);
        __syncthreads();
    }
    y[row] = sum;
}
