// memcpy reads bytes, wherever they begin: a pointer to floats that is made of a pointer to bytes tells nothing.
#include <string.h>

__global__ void __launch_bounds__(64) sums(const char *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        memcpy(&xs[t], (const float *)(x + k * 257 + 4 * t), 4);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) before(const char *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    const float *p = reinterpret_cast<const float *>(x + 1);
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        memcpy(xs + t, p + k * 64 + t, 4);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) moved(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    x = (const float *)((const char *)x + 2);
    for (int k = 0; k < n; ++k) {
        memcpy(xs + t, x + k * 64 + t, 4);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
