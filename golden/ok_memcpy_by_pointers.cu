// Pointers that are only stepped, members that lie where their type may, casts that ask for no more alignment.
#include <string.h>
#include <cuda_fp16.h>

__global__ void __launch_bounds__(64) stepped(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[256];
    const int t = threadIdx.x;
    const float *p = x + 4 * t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        memcpy(&xs[4 * t], p, 16);
        p += 256;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) cast(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    x += blockIdx.x * n;
    for (int k = 0; k < n; k += 64) {
        memcpy(xs[t / 32] + t % 32, (const float *)x + k + t, 4);
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += xs[t % 2][j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) halves(const __half *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __half xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        memcpy(&xs[t], &x[k + t], 2);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += __half2float(xs[(j + t) % 64]) * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

struct tiles {
    double scale;
    float xs[64];
};

__global__ void __launch_bounds__(64) members(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ tiles s;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        memcpy(&s.xs[t], &x[k + t], 4);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s.xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) compute(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        float v[2];
        memcpy(&xs[t], &x[k + t], 4);
        __syncthreads();
        memcpy(&v[0], &xs[63 - t], 4);
        memcpy(&v[1], &xs[t ^ 1], 4);
        sum += v[0] * v[1];
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
