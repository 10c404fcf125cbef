// An assignment of a float4 needs its alignment, which memcpy does not.
#include <string.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float4 xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        memcpy(&xs[t], &x[k + 4 * t], 16);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64].x * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
