// memcpy between objects of one type, where these are known to be, is the assignment of so many of them.
#include <string.h>

__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        memcpy(&xs[4 * t], &x[k + 4 * t], 16);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) rows(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[2][32];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 64) {
        __builtin_memcpy(xs[t / 32] + t % 32, x + k + t, sizeof(int));
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += xs[t % 2][j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
