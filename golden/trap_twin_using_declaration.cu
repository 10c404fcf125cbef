// kpipe: --variant cp-async
// The launch sees the kernel by its own name; its namespace, and the twin in it, it does not see.
#include <cuda_runtime.h>
namespace inner
{
__global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j].x * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}
} // namespace inner

using inner::scale_sum;

void launch(const float4 *A, float *out, int n, int blocks, size_t bytes)
{
    scale_sum<<<blocks, 256, bytes>>>(A, out, n);
}
