// kpipe: --stages 3 --arch sm_90
// The name means a variable inside: a twin is made by its name alone, so it gets none.
#include <cuda_runtime.h>
__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    __shared__ float As[96][32];
    __shared__ float Bs[96][32];
    const int t = threadIdx.x;
    float products = 0.0f;

    for (int k = 0; k < n; k += 96) {
        for (int i = 0; i < 96 * 32 / 256; ++i)
            As[(t + i * 256) / 32][t % 32] = A[(size_t)k * 32 + t + i * 256];
        for (int i = 0; i < 96 * 32 / 256; ++i)
            Bs[(t + i * 256) / 32][t % 32] = B[(size_t)k * 32 + t + i * 256];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            products += As[j][t % 32] * Bs[j][t / 8];
        __syncthreads();
    }

    out[blockIdx.x * 256 + t] = products;
}

void launch(const float *A, const float *B, float *out, int n, int blocks, cudaStream_t stream)
{
    products<<<blocks, 256, 0, stream>>>(A, B, out, n);
}
