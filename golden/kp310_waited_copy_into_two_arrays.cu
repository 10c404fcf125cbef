// A copy that may go into one of two arrays is no copy of either.
#include <cuda_pipeline.h>
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    __shared__ __align__(16) float u[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        float *p = t < 32 ? s : u;
        __pipeline_memcpy_async(&p[4 * t], &x[i + 4 * t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + t) + u[128 + j];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
