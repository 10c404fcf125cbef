// kpipe: --stages 3 --arch sm_90
// Tiles of two loops, declared in blocks of their own: one struct for both.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    const int t = threadIdx.x;
    float sum = 0.0f;

    {
        __shared__ float4 As[96][16];
        for (int k = 0; k < n; k += 96) {
            for (int i = 0; i < 6; ++i)
                As[t / 16 + i * 16][t % 16] = ((const float4 *)A)[(size_t)k * 16 + t + i * 256];
            __syncthreads();
            for (int j = 0; j < 96; ++j)
                sum += As[j][t % 16].x;
            __syncthreads();
        }
    }
    for (int k = 0; k < n; k += 96) {
        __shared__ float4 Bs[96][16];
        for (int i = 0; i < 6; ++i)
            Bs[t / 16 + i * 16][t % 16] = ((const float4 *)B)[(size_t)k * 16 + t + i * 256];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            sum += Bs[j][t / 16].y;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *B, float *out, int n, int blocks, cudaStream_t stream)
{
    products<<<blocks, 256, 0, stream>>>(A, B, out, n);
}
