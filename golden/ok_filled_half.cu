// kpipe: --variant ldg
// A class of CUDA's, and a maker of its zero.
#include <cuda_fp16.h>

__global__ void f(const half *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ half tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = i + t < n ? x[i + t] : __float2half(0.0f);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += __half2float(tile[j]) * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
