// The header has a name of its own, by its folder, and what it declares is not what CUDA does.
#include "places/own/cuda_fp16.h"

__global__ void __launch_bounds__(128)
    mirror(half *__restrict__ y, const half *__restrict__ x, int n)
{
    __shared__ half s[128];
    const int t = threadIdx.x;
    half last = half();

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        last = s[127 - t];
        __syncthreads();
    }
    y[t] = last;
}
