#include "own_p.h"
static __global__ void k(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    extern __shared__ float sm[];
    float *As = sm, *Bs = sm + 256;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        As[ty * 16 + tx] = A[row * n + k0 + tx];
        Bs[ty * 16 + tx] = B[(k0 + ty) * 32 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) acc += As[ty * 16 + j] * Bs[j * 16 + tx];
        __syncthreads();
    }
    C[row * 32 + col] = acc;
}
void go(const float *A, const float *B, float *C, int n) { k<<<dim3(2, 2), dim3(16, 16), 2048>>>(A, B, C, n); }
