// The other build includes another callee, for which the output is the same.
#ifdef CAREFUL
#include "builds/fused.h"
#else
#include "builds/plain.h"
#endif
#define T 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += mul(As[ty][i], Bs[i][tx]);
        __syncthreads();
    }
    C[row * n + col] = sum;
}
