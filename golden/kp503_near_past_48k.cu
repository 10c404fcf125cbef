// kpipe: --variant cp-async
// Others may launch this kernel, too; its twin needs 64 KB, which not every GPU has.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 2048) {
        for (int i = 0; i < 8; ++i)
            tile[t + i * 256] = A[k + t + i * 256];
        __syncthreads();
        for (int j = 0; j < 2048; ++j)
            sum += tile[j].x * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float4 *A, float *out, int n, int blocks)
{
    scale_sum<<<blocks, 256, 2048 * sizeof(float4)>>>(A, out, n);
}
