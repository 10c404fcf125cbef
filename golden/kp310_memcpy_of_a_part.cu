// What is copied is no number of whole objects.
#include <string.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        memcpy(&xs[4 * t], &x[k + 4 * t], 14);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
