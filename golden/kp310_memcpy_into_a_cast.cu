// The place may lie anywhere, too: one behind another member, or bytes in a row.
#include <string.h>

struct __attribute__((packed)) packed {
    char kind;
    float x[64];
};

__global__ void __launch_bounds__(64) members(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ packed p[1];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        memcpy(&p[0].x[t], &x[k * 64 + t], 4);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += p[0].x[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) bytes(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ char xs[260];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; ++k) {
        memcpy((float *)(xs + 1) + t, &x[k * 64 + t], 4);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256 + 1] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
