// kpipe: --variant cp-async
// Behind the body the macro is another one, and so would the twin be.
#include <cuda_runtime.h>
#define SCALE 1

__global__ void __launch_bounds__(256)
    scale_sum(const float4 *__restrict__ A, float *__restrict__ out, int n)
{
    extern __shared__ float4 tile[];
    const int t = threadIdx.x;
    float sum = 0.0f;
    sum += SCALE;
#undef SCALE
#define SCALE 2

    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j].x * (j ^ t);
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const float4 *A, float *out, int n, int blocks, size_t bytes)
{
    scale_sum<<<blocks, 256, bytes>>>(A, out, n);
}
