// kpipe: --no-widen --merge 1x2
// The row of the block stands in a macro, whose text other kernels share: it stays, and so does the order of the blocks.
#include <cuda_pipeline_primitives.h>

#define T 16
#define ROW (blockIdx.y * T + threadIdx.y)
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = ROW;
    const int col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}
