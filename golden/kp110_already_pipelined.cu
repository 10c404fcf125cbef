// Written by hand with cp.async and two buffers.
#include <cuda_pipeline.h>

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;
    int buf = 0;

    __pipeline_memcpy_async(&xs[0][t], &x[t], sizeof(float));
    __pipeline_commit();
    for (int k = 0; k < n; k += 128) {
        if (k + 128 < n)
            __pipeline_memcpy_async(&xs[buf ^ 1][t], &x[k + 128 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[buf][j];
        __syncthreads();
        buf ^= 1;
    }
    y[row] = sum;
}
