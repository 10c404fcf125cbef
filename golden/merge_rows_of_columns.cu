// kpipe: --no-widen --merge 1x2
// Blocks are merged along x alone, and those with work come first: each row of blocks does the work of two, so all that reads blockIdx.y
// reads another row: in a condition that all merged blocks share, beside a variable that has copies, in a loop's header, in a store.
#include <cuda_pipeline_primitives.h>

#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n, int rows)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    if (blockIdx.x * T >= n)
        return;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = blockIdx.y * T + ty < rows ? A[row * n + k + tx] : 0.0f;
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (blockIdx.y * T + ty < rows)
        C[(blockIdx.y * T + ty) * n + col] = sum;
}
