// The first loop is pipelined by hand, the second one is not.
#include <cuda_pipeline.h>

__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    __shared__ float ws[128];
    const int t = threadIdx.x;
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
            sum += xs[buf][j] * (j ^ t);
        __syncthreads();
        buf ^= 1;
    }
    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += ws[j] * (j - t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
