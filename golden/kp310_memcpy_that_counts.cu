// The argument is evaluated once.
#include <string.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int i = 0;

    for (int k = 0; k < n; k += 256) {
        memcpy(&xs[4 * t], &x[i++ + 4 * t], 16);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
