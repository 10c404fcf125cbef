// The second fill is asynchronous, and its wait would be gone.
#include <cuda_pipeline.h>

__global__ void second_async(const float *__restrict__ x, const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float kv[128];
    const int t = threadIdx.x;
    float v = 0.0f;
    for (int i = 0; i < n; i += 128) {
        kv[t] = x[i + t];
        __syncthreads();
        v += kv[127 - t];
        __syncthreads();
        __pipeline_memcpy_async(&kv[t], &z[i + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        v = v * 2 + kv[127 - t];
        __syncthreads();
    }
    y[t] = v;
}
