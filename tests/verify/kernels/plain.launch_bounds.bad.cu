#include <cuda_pipeline_primitives.h>
#define T 128
__global__ void __launch_bounds__(64) kern(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][T];
    float acc = 0;
    const int tiles = n / T, t = threadIdx.x;
    if (tiles) __pipeline_memcpy_async(&xs[0][t], &x[t], 4);
    __pipeline_commit();
    for (int i = 0; i < tiles; ++i) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (i + 1 < tiles) __pipeline_memcpy_async(&xs[(i + 1) & 1][t], &x[(i + 1) * T + t], 4);
        __pipeline_commit();
        for (int j = 0; j < T; ++j) acc += xs[i & 1][j] * (j + t);
    }
    y[blockIdx.x * T + t] = acc;
}
