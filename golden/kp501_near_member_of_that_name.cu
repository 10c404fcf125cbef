// kpipe: --stages 3 --arch sm_90
// ROWS is a constant of the kernel, shape::ROWS is none, and a negative number needs its parentheses.
#include <cuda_runtime.h>
struct shape {
    static constexpr int ROWS = 96;
};

__global__ void __launch_bounds__(256)
    products(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int ROWS = shape::ROWS, LESS = -1;
    __shared__ float As[shape::ROWS][32];
    __shared__ float Bs[ROWS-1-LESS][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 96) {
        for (int i = 0; i < 96 * 32 / 256; ++i)
            As[(t + i * 256) / 32][t % 32] = A[(size_t)k * 32 + t + i * 256];
        for (int i = 0; i < 96 * 32 / 256; ++i)
            Bs[(t + i * 256) / 32][t % 32] = B[(size_t)k * 32 + t + i * 256];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            sum += As[j][t % 32] * Bs[j][t / 8];
        __syncthreads();
    }

    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float *A, const float *B, float *out, int n, int blocks, cudaStream_t stream)
{
    products<<<blocks, 256, 0, stream>>>(A, B, out, n);
}
