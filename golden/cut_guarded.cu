// A guard and a zero: both halves ask the guard, and so do the trips that load again.
#include <cuda_fp16.h>

__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C,
                     int m, int n)
{
    __shared__ float As[32][16], Bs[16][32];
    const int t = threadIdx.y * blockDim.x + threadIdx.x, all = blockDim.x * blockDim.y;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 32 * 16; i += all) {
            int row = blockIdx.y * 32 + i / 16, col = k + i % 16;
            As[i / 16][i % 16] = row < m && col < n ? __half2float(A[row * n + col]) : 0.0f;
        }
        for (int i = t; i < 16 * 32; i += all) {
            float v = 0.0f;
            if (k + i / 32 < n)
                v = __half2float(__ldg(&B[(k + i / 32) * 32 + i % 32]));
            Bs[i / 32][i % 32] = v;
        }
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[threadIdx.y][j] * Bs[j][threadIdx.x];
        __syncthreads();
    }
    C[(blockIdx.y * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}
