// What is copied asynchronously in front of the loop is another array, and there when the loop begins.
#include <cuda_pipeline.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ scale, float *__restrict__ y, int n)
{
    __shared__ float xs[128], ss[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    __pipeline_memcpy_async(&ss[t], &scale[t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j] * ss[j];
        __syncthreads();
    }
    y[row] = sum;
}
