// kpipe: --variant cp-async
// Another function calls what CUDA has of these names; nothing declares them again.
#include <cuda_pipeline_primitives.h>

__device__ void copy(float *to, const float *from, bool wait)
{
    __pipeline_memcpy_async(to, from, 4);
    if (wait)
        __pipeline_commit();
    else
        __pipeline_commit();
    __pipeline_wait_prior(0);
}

__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
