// The guard around a whole kernel. In builds that leave the body empty the output has an #include that
// their program alone would not get; the second time it stands further up than they would have it.
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N)
{
#if __CUDA_ARCH__ >= 700
    __shared__ float As[16][16], Bs[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k0 = 0; k0 < N; k0 += 16) {
        As[ty][tx] = A[row * N + k0 + tx];
        Bs[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = sum;
#endif
}

#include <cuda_fp16.h>

__global__ void row_sums(const float4 *__restrict__ A, float *__restrict__ C, int N)
{
    __shared__ float4 As[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < N; k0 += 128) {
        As[t] = A[blockIdx.x * N + k0 + t];
        __syncthreads();
        for (int k = 0; k < 128; ++k)
            sum += As[k].x * As[k].y + As[k].z * As[k].w * t;
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
