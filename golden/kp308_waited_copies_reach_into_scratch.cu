// The last copy reaches into the other part: four bytes more than its first element.
#include <cuda_pipeline.h>
__global__ void __launch_bounds__(64) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float buffer[320];
    float *s = buffer, *sums = buffer + 255;
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        __pipeline_memcpy_async(&s[4 * t], &x[i + 4 * t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int j = 0; j < 255; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
        sums[t] = acc;
        __syncthreads();
        acc += sums[t ^ 1];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
